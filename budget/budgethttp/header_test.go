package budgethttp

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"
)

var all = []Header{RequestTimeout, ConnectTimeout, GRPCTimeout, EnvoyTimeout, PreferWait}

func TestParse(t *testing.T) {
	const (
		bad  = time.Duration(-1)
		none = time.Duration(-2)
	)
	tests := []struct {
		header Header
		want   map[string]time.Duration
	}{
		{RequestTimeout, map[string]time.Duration{
			"1500": 1500 * time.Millisecond, "0": 0, "0000000001": time.Millisecond, "9999999999": 9999999999 * time.Millisecond,
			"": bad, "12345678901": bad, "+5": bad, "-5": bad, " 5": bad, "5 ": bad, "5s": bad, "100m": bad, "1.5": bad, "1e3": bad, "0x10": bad, "1_000": bad, "٣": bad, "5,5": bad,
		}},
		{ConnectTimeout, map[string]time.Duration{"250": 250 * time.Millisecond, "12345678901": bad}},
		{GRPCTimeout, map[string]time.Duration{
			"100m": 100 * time.Millisecond, "5S": 5 * time.Second, "2M": 2 * time.Minute, "1H": time.Hour, "7u": 7 * time.Microsecond, "9n": 9, "0n": 0,
			"99999999m": 99999999 * time.Millisecond, "99999999H": longest,
			"": bad, "m": bad, "5": bad, "5s": bad, "5h": bad, "123456789m": bad, "+5S": bad, "-1S": bad, "5 S": bad, "1.5S": bad, "5SS": bad, "5µ": bad,
		}},
		{EnvoyTimeout, map[string]time.Duration{"300": 300 * time.Millisecond, "0": none, "18446744073709551615": longest, "18446744073709551616": bad, "": bad, "-1": bad}},
		{PreferWait, map[string]time.Duration{
			"wait=5": 5 * time.Second, "respond-async, wait=10": 10 * time.Second, "WAIT=1": time.Second, `wait="3"`: 3 * time.Second, "wait = 4": 4 * time.Second,
			"wait=2, wait=9": 2 * time.Second, `foo="a, wait=8"; x=1, wait=7`: 7 * time.Second, "wait=6;x": 6 * time.Second, "wait=6; x=y;": 6 * time.Second,
			"wait=18446744073709551615": longest, ",, wait=1,": time.Second,
			"": none, "respond-async": none, "return=minimal": none,
			"wait": bad, "wait=": bad, "wait=1.5": bad, "wait=-1": bad, "wait=5 s": bad, `wait="5`: bad, `wait="5\`: bad, "=5": bad, "wait=5 respond-async": bad, "foo; =x": bad,
		}},
	}
	for _, tt := range tests {
		for in, want := range tt.want {
			got, err := tt.header.Parse(in)
			switch {
			case errors.Is(err, ErrNone):
				got = none
			case err != nil:
				got = bad
			}
			if got != want {
				t.Errorf("%s: %q is %v (%v), want %v", tt.header.Name, in, got, err, want)
			}
		}
	}
}

func TestFormat(t *testing.T) {
	for _, tt := range []struct {
		header Header
		d      time.Duration
		want   string
	}{
		{RequestTimeout, 1500*time.Millisecond + 999*time.Microsecond, "1500"},
		{RequestTimeout, longest, "9999999999"},
		{GRPCTimeout, 90 * time.Second, "90000000u"},
		{GRPCTimeout, 99999999, "99999999n"},
		{GRPCTimeout, 100000001, "100000u"},
		{GRPCTimeout, longest, "2562047H"},
	} {
		if got := tt.header.Format(tt.d); got != tt.want {
			t.Errorf("%s: %v is %s, want %s", tt.header.Name, tt.d, got, tt.want)
		}
	}
}

func TestWithin(t *testing.T) {
	h := http.Header{}
	if _, ok, bad := within(h, all); ok || len(bad) > 0 {
		t.Error("an empty header has a limit, or is malformed")
	}
	h.Add("Request-Timeout-Ms", "3000")
	h.Add("Grpc-Timeout", "2S")
	h.Add("Prefer", "respond-async")
	h.Add("Prefer", "wait=5")
	h.Add("X-Envoy-Expected-Rq-Timeout-Ms", "0")
	if d, ok, bad := within(h, all); !ok || d != 2*time.Second || len(bad) > 0 {
		t.Errorf("%v, %t, malformed %v", d, ok, bad)
	}
	h.Add("Grpc-Timeout", "1S") // which one?
	if d, ok, bad := within(h, all); !ok || d != 3*time.Second || len(bad) != 1 || bad[0].Name != "Grpc-Timeout" {
		t.Errorf("%v, %t, malformed %v", d, ok, bad)
	}
}

// What is written is understood as no more than it was, and no less than a
// hundredth less.
func FuzzFormat(f *testing.F) {
	for _, n := range []int64{1e6, 15e8, 9e10, 1 << 62, 1<<63 - 1} {
		f.Add(n)
	}
	f.Fuzz(func(t *testing.T, n int64) {
		d := time.Duration(n)
		if d < time.Millisecond {
			return
		}
		for _, h := range all {
			if h.Format == nil {
				continue
			}
			s := h.Format(d)
			got, err := h.Parse(s)
			if err != nil || got > d {
				t.Errorf("%s: %v is written as %s, and read as %v, %v", h.Name, d, s, got, err)
			}
			if lost := d - got; h.Name == "Grpc-Timeout" && lost > d/100 || h.Name != "Grpc-Timeout" && d < 9999999999*time.Millisecond && lost >= time.Millisecond {
				t.Errorf("%s: %v is written as %s: %v are lost", h.Name, d, s, lost)
			}
		}
	})
}

func seeds(f *testing.F) {
	for _, s := range []string{"100m", "5S", "+5", "-5", "1500", "0", "999999999", "123456789m", "18446744073709551616", "wait=5", "respond-async, wait=10", `wait="3";a=b`, `x="\"", wait=1`, "", " ", "٣", "5\x00"} {
		f.Add(s)
	}
}

func fuzz(f *testing.F, h Header, wellFormed func(string) bool) {
	seeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		d, err := h.Parse(s)
		if d < 0 || err != nil && d != 0 {
			t.Errorf("%q is %v, %v", s, d, err)
		}
		if ok := err == nil || errors.Is(err, ErrNone); wellFormed != nil && ok != wellFormed(s) {
			t.Errorf("%q: well-formed %t (%v)", s, ok, err)
		}
	})
}

func onlyDigits(s string, most int) bool {
	return s != "" && len(s) <= most && strings.Trim(s, "0123456789") == ""
}

func FuzzRequestTimeout(f *testing.F) {
	fuzz(f, RequestTimeout, func(s string) bool { return onlyDigits(s, 10) })
}

func FuzzConnectTimeout(f *testing.F) {
	fuzz(f, ConnectTimeout, func(s string) bool { return onlyDigits(s, 10) })
}

func FuzzGRPCTimeout(f *testing.F) {
	fuzz(f, GRPCTimeout, func(s string) bool {
		return s != "" && strings.ContainsRune("HMSmun", rune(s[len(s)-1])) && onlyDigits(s[:len(s)-1], 8)
	})
}

func FuzzEnvoyTimeout(f *testing.F) {
	fuzz(f, EnvoyTimeout, func(s string) bool {
		digits := strings.TrimLeft(s, "0")
		return onlyDigits(s, len(s)) && (len(digits) < 20 || len(digits) == 20 && digits <= "18446744073709551615")
	})
}

func FuzzPreferWait(f *testing.F) { fuzz(f, PreferWait, nil) }
