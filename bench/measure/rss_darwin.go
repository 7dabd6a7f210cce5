package main

import "syscall"

// maxrss returns bytes; this system counts them.
func maxrss(u *syscall.Rusage) int64 { return u.Maxrss }
