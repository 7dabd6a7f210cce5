//go:build unix

package main

import (
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestMeasure(t *testing.T) {
	var b strings.Builder
	if err := measure(&b, 2, []string{t.TempDir(), "short=sleep 0", "long=sleep 0.1", "finds=false"}); err != nil {
		t.Fatal(err)
	}
	rows := strings.Split(b.String(), "\n")
	for i, want := range []string{`^ *median of 2 .*CPU s`, `^ *short .* 1\.00 .* 1\.00 *$`, `^ *long `, `^ *finds `} {
		if i >= len(rows) || !regexp.MustCompile(want).MatchString(rows[i]) {
			t.Errorf("row %d of\n%s\ndoes not match %s", i, b.String(), want)
		}
	}
	for _, args := range [][]string{{t.TempDir()}, {t.TempDir(), "x"}, {t.TempDir(), "x="}, {t.TempDir(), "x=no-such-command"}, {t.TempDir(), "x=ls no-such-file"}} {
		if err := measure(&b, 1, args); err == nil {
			t.Errorf("measure(%q) does not fail", args[1:])
		}
	}
}

func TestMedian(t *testing.T) {
	if got := median([]int64{5, 1, 3}); got != 3 {
		t.Errorf("median of 5, 1, 3 is %d", got)
	}
	if got := median([]time.Duration{4, 2}); got != 3 {
		t.Errorf("median of 4, 2 is %d", got)
	}
}
