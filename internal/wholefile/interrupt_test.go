//go:build unix

package wholefile

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// asWriter makes the test binary write the file that it names, in trouble of
// the kind that asTrouble names.
const (
	asWriter  = "WHOLEFILE_TEST_WRITE"
	asTrouble = "WHOLEFILE_TEST_TROUBLE"
	nobody    = 65534
)

func TestMain(m *testing.M) {
	name := os.Getenv(asWriter)
	if name == "" {
		os.Exit(m.Run())
	}
	content := bytes.Repeat([]byte("new "), 5000)
	var err error
	switch os.Getenv(asTrouble) {
	case "limit":
		err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 4096, Max: 4096})
	case "folder":
		if os.Getuid() == 0 { // who writes everywhere
			err = errors.Join(syscall.Setgid(nobody), syscall.Setuid(nobody))
		}
	case "kill":
		beforeRename = func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL) }
	}
	if err != nil {
		fmt.Println("the trouble was not made:", err)
		os.Exit(3)
	}
	if err = Write(name, content); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// TestInterrupted wants the old file, whole, after whatever went wrong.
func TestInterrupted(t *testing.T) {
	for trouble, test := range map[string]struct {
		want  string // what is said
		stays bool   // the temporary file: nobody is there to remove it
		fails bool
	}{
		"":       {"", false, false}, // the test's own check: without trouble it is written
		"limit":  {"file too large; the file is as it was", false, true},
		"folder": {"permission denied; the file is as it was", false, true},
		"kill":   {"", true, true},
	} {
		t.Run(trouble, func(t *testing.T) {
			exe, err := os.Executable()
			if err != nil {
				t.Fatal(err)
			}
			dir := t.TempDir()
			if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
				t.Fatal(err)
			}
			name := filepath.Join(dir, "f")
			write(t, name, "old", 0o644)
			if trouble == "folder" {
				if err := os.Chmod(dir, 0o555); err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = os.Chmod(dir, 0o755) })
			}
			cmd := exec.Command(exe)
			cmd.Env = append(os.Environ(), asWriter+"="+name, asTrouble+"="+trouble)
			out, err := cmd.CombinedOutput()
			want := ""
			if test.want != "" {
				want = "cannot write " + name + ": " + test.want + "\n"
			}
			if (err != nil) != test.fails || string(out) != want {
				t.Errorf("it ends with %v and says %q, want %q", err, out, want)
			}
			if !test.fails {
				holds(t, name, strings.Repeat("new ", 5000))
				return
			}
			if test.stays {
				left, err := filepath.Glob(filepath.Join(dir, ".f.*.tmp"))
				if err != nil || len(left) != 1 {
					t.Errorf("left are %q (%v), want the temporary file: it was killed too early or too late", left, err)
				}
				holds(t, name, "old", left...)
				return
			}
			holds(t, name, "old")
		})
	}
}

// TestRenameFails is about a folder that goes away at the worst time.
func TestRenameFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "d")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "f")
	beforeRename = func() { _ = os.RemoveAll(dir) }
	t.Cleanup(func() { beforeRename = func() {} })
	if err := Write(name, []byte("new")); err == nil || err.Error() != "cannot write "+name+": no such file or directory" {
		t.Errorf("got %v, want an error", err)
	}
}
