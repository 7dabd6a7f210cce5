//go:build unix && !darwin

package main

import "syscall"

// maxrss returns bytes; this system counts kilobytes.
func maxrss(u *syscall.Rusage) int64 { return int64(u.Maxrss) << 10 }
