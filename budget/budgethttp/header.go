package budgethttp

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// A Header is a request header that says how long the receiver has. Each has a
// strict grammar of its own: what does not follow it is malformed, never guessed
// at.
type Header struct {
	// Name is the header's canonical name.
	Name string

	// Parse returns the time that a value stands for. A list header gets its
	// lines joined by commas. The error ErrNone means that it says nothing of a
	// time; any other that it is malformed.
	Parse func(value string) (time.Duration, error)

	// Format returns the value for d, which is at least 1 ms, and never stands
	// for more than d. It is nil for a header that is only understood.
	Format func(d time.Duration) string

	list bool // more than one line is allowed
}

// ErrNone is what Parse returns for a header that is well-formed and sets no
// limit.
var ErrNone = errors.New("budgethttp: the header sets no limit")

// The headers.
var (
	// RequestTimeout is what is sent and understood by default: up to ten digits,
	// milliseconds.
	RequestTimeout = Header{Name: "Request-Timeout-Ms", Parse: ParseMilliseconds, Format: formatMilliseconds}

	// ConnectTimeout is the header of the Connect protocol: up to ten digits,
	// milliseconds.
	ConnectTimeout = Header{Name: "Connect-Timeout-Ms", Parse: ParseMilliseconds, Format: formatMilliseconds}

	// GRPCTimeout is gRPC's: up to eight digits and one of the units H, M, S, m, u
	// and n. 100m are 100 milliseconds.
	GRPCTimeout = Header{Name: "Grpc-Timeout", Parse: ParseGRPCTimeout, Format: formatGRPCTimeout}

	// EnvoyTimeout is what Envoy tells the service behind it: digits, milliseconds.
	// 0 is no limit.
	EnvoyTimeout = Header{Name: "X-Envoy-Expected-Rq-Timeout-Ms", Parse: parseEnvoy}

	// PreferWait is the wait preference of RFC 7240, section 4.3: whole seconds. It
	// is taken off with the other preferences.
	PreferWait = Header{Name: "Prefer", Parse: parsePreferWait, list: true}
)

// longest is the longest limit that is told apart; a longer one is cut.
const longest = time.Duration(1<<63 - 1)

// ParseMilliseconds parses one to ten digits as milliseconds.
func ParseMilliseconds(s string) (time.Duration, error) {
	if len(s) > 10 {
		return 0, malformed(s, "more than ten digits")
	}
	n, err := digits(s)
	if err != nil {
		return 0, err
	}
	return times(n, time.Millisecond), nil
}

// ParseGRPCTimeout parses one to eight digits and a unit, as in gRPC's protocol
// ("Timeout" in PROTOCOL-HTTP2).
func ParseGRPCTimeout(s string) (time.Duration, error) {
	if len(s) < 2 {
		return 0, malformed(s, "no digits and unit")
	}
	unit, ok := map[byte]time.Duration{
		'H': time.Hour, 'M': time.Minute, 'S': time.Second,
		'm': time.Millisecond, 'u': time.Microsecond, 'n': time.Nanosecond,
	}[s[len(s)-1]]
	if !ok {
		return 0, malformed(s, "no unit H, M, S, m, u or n")
	}
	if len(s) > 9 {
		return 0, malformed(s, "more than eight digits")
	}
	n, err := digits(s[:len(s)-1])
	if err != nil {
		return 0, err
	}
	return times(n, unit), nil
}

func parseEnvoy(s string) (time.Duration, error) {
	n, err := digits(s)
	switch {
	case err != nil:
		return 0, err
	case n == 0:
		return 0, ErrNone
	}
	return times(n, time.Millisecond), nil
}

func parsePreferWait(s string) (time.Duration, error) {
	p, err := parsePrefer(s)
	if err != nil {
		return 0, err
	}
	if !p.hasWait {
		return 0, ErrNone
	}
	return p.wait, nil
}

func digits(s string) (uint64, error) {
	if s == "" {
		return 0, malformed(s, "no digits")
	}
	for _, c := range []byte(s) {
		if c < '0' || c > '9' { // ParseUint would take a sign in other bases
			return 0, malformed(s, "not only digits")
		}
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0, malformed(s, "too large")
	}
	return n, nil
}

func malformed(s, why string) error {
	if len(s) > 40 {
		s = s[:40] + "…"
	}
	return fmt.Errorf("budgethttp: malformed time %q: %s", s, why)
}

func times(n uint64, unit time.Duration) time.Duration {
	if n > uint64(longest/unit) {
		return longest
	}
	return time.Duration(n) * unit
}

func formatMilliseconds(d time.Duration) string {
	return strconv.FormatInt(min(int64(d/time.Millisecond), 9999999999), 10)
}

func formatGRPCTimeout(d time.Duration) string {
	const most = 99999999 // eight digits
	for _, u := range []struct {
		unit time.Duration
		name string
	}{{time.Nanosecond, "n"}, {time.Microsecond, "u"}, {time.Millisecond, "m"}, {time.Second, "S"}, {time.Minute, "M"}, {time.Hour, "H"}} {
		if n := d / u.unit; n <= most {
			return strconv.FormatInt(int64(n), 10) + u.name
		}
	}
	return strconv.Itoa(most) + "H"
}

// within returns the least time that the headers of a request allow, and which
// of them are malformed.
func within(h http.Header, accept []Header) (d time.Duration, ok bool, bad []Header) {
	for _, a := range accept {
		lines := h.Values(a.Name)
		if len(lines) == 0 {
			continue
		}
		if len(lines) > 1 && !a.list {
			bad = append(bad, a)
			continue
		}
		switch v, err := a.Parse(strings.Join(lines, ",")); {
		case err == nil && (!ok || v < d):
			d, ok = v, true
		case err != nil && !errors.Is(err, ErrNone):
			bad = append(bad, a)
		}
	}
	return d, ok, bad
}

// A preference is what a Prefer header says that concerns time.
type preference struct {
	async   bool
	hasWait bool
	wait    time.Duration
}

// parsePrefer parses a Prefer header (RFC 7240, section 2): a list of tokens,
// each with a value and parameters that may follow. What is said twice counts the
// first time. Preferences that are not known are skipped.
func parsePrefer(s string) (preference, error) {
	var p preference
	for rest := s; ; {
		rest = strings.TrimLeft(rest, " \t,")
		if rest == "" {
			return p, nil
		}
		name, value, tail, err := parameter(rest)
		if err != nil {
			return preference{}, err
		}
		for {
			tail = strings.TrimLeft(tail, " \t")
			if !strings.HasPrefix(tail, ";") {
				break
			}
			if tail = strings.TrimLeft(tail[1:], " \t"); tail == "" || tail[0] == ';' || tail[0] == ',' {
				continue // an empty parameter is allowed
			}
			if _, _, tail, err = parameter(tail); err != nil {
				return preference{}, err
			}
		}
		if tail != "" && tail[0] != ',' {
			return preference{}, malformed(s, "no comma between preferences")
		}
		rest = tail
		switch strings.ToLower(name) {
		case "respond-async":
			p.async = true
		case "wait":
			if p.hasWait {
				break
			}
			n, err := digits(value)
			if err != nil {
				return preference{}, err
			}
			p.hasWait, p.wait = true, times(n, time.Second)
		}
	}
}

// parameter parses a token and the value after an equals sign, if there is one.
func parameter(s string) (name, value, rest string, err error) {
	name, rest = token(s)
	if name == "" {
		return "", "", "", malformed(s, "no token")
	}
	after := strings.TrimLeft(rest, " \t")
	if !strings.HasPrefix(after, "=") {
		return name, "", rest, nil
	}
	after = strings.TrimLeft(after[1:], " \t")
	if !strings.HasPrefix(after, `"`) {
		value, rest = token(after)
		if value == "" {
			return "", "", "", malformed(s, "no value after =")
		}
		return name, value, rest, nil
	}
	var b strings.Builder
	for i := 1; i < len(after); i++ {
		switch after[i] {
		case '"':
			return name, b.String(), after[i+1:], nil
		case '\\':
			if i++; i == len(after) {
				return "", "", "", malformed(s, "no end of a quoted value")
			}
		}
		b.WriteByte(after[i])
	}
	return "", "", "", malformed(s, "no end of a quoted value")
}

// token splits s after its leading token (RFC 9110, section 5.6.2).
func token(s string) (tok, rest string) {
	for i := range len(s) {
		c := s[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0 {
			continue
		}
		return s[:i], s[i:]
	}
	return s, ""
}
