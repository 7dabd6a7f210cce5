package deadline

import (
	"fmt"
	"strings"
	"testing"
)

// answers compares the answers of the package with the comments "//= answer" on
// their lines.
func answers(t *testing.T, src string) {
	t.Helper()
	in := analyse(t, src)
	got, want := map[int]string{}, map[int]string{}
	for _, a := range in.Answers() {
		words := []string{[...]string{"text", "field", "empty", "reply"}[a.Kind]}
		if a.Call != "" {
			words = append(words, "of "+a.Call)
		}
		if a.Sentence != "" {
			words = append(words, fmt.Sprintf("%q", a.Sentence))
		}
		if a.What != "" {
			words = append(words, a.What)
		}
		line := in.Line(a.Pos)
		if got[line] != "" {
			t.Errorf("line %d: a second answer", line)
		}
		got[line] = strings.Join(words, " ")
	}
	for _, f := range in.pass.Files {
		for _, g := range f.Comments {
			for _, c := range g.List {
				if s, ok := strings.CutPrefix(c.Text, "//= "); ok {
					want[in.Line(c.Pos())] = s
				}
			}
		}
	}
	for line, s := range want {
		if got[line] != s {
			t.Errorf("line %d: got %q, want %q", line, got[line], s)
		}
		delete(got, line)
	}
	for line, s := range got {
		t.Errorf("line %d: got %q, want nothing", line, s)
	}
}

const loader = `
type loader interface{ Load(context.Context) (string, error) }
`

func TestAnswersThroughVariables(t *testing.T) {
	answers(t, loader+`
func direct(ctx context.Context, l loader) (string, error) {
	s, err := l.Load(ctx)
	if err != nil {
		return err.Error(), nil //= text of Load
	}
	return s, nil
}
func joined(ctx context.Context, l loader) (string, error) {
	s, err := l.Load(ctx)
	if err != nil {
		s = fmt.Sprint("failed: ", err) //= text of Load
	}
	return s, nil
}
func along(ctx context.Context, l loader) (string, error) {
	s, err := l.Load(ctx)
	if err != nil {
		s = err.Error()
	}
	return s, err
}
func named(ctx context.Context, l loader) (s string, err error) {
	defer func() { use(ctx) }()
	t, e := l.Load(ctx)
	if e != nil {
		s = e.Error() //= text of Load
		return
	}
	return t, nil
}
func wrapped(ctx context.Context, l loader) (string, error) {
	_, err := l.Load(ctx)
	if err != nil {
		err = fmt.Errorf("load: %w", err)
		return strings.ToUpper(err.Error()), nil //= text of Load
	}
	return "", nil
}
func bytes(ctx context.Context, l loader) ([]byte, error) {
	_, err := l.Load(ctx)
	if err != nil {
		return []byte(err.Error()), nil //= text of Load
	}
	return nil, nil
}
func list(ctx context.Context, l loader) ([]string, error) {
	_, err := l.Load(ctx)
	if err != nil {
		return []string{"x", err.Error()}, nil //= text of Load
	}
	return nil, nil
}
func received(ctx context.Context, errs chan error) (string, error) {
	if err := <-errs; err != nil {
		return err.Error(), nil //= text
	}
	return "", nil
}
func beside(ctx context.Context, l loader) (string, bool, error) {
	_, err := l.Load(ctx)
	if err != nil {
		return err.Error(), false, nil
	}
	return "", true, nil
}
func given(ctx context.Context, err error) (string, error) { return err.Error(), nil }
func own(ctx context.Context, n int) (string, error) {
	if n < 0 {
		return errors.New("negative").Error(), nil
	}
	return "", nil
}
`)
}

func TestAnswersOfSentences(t *testing.T) {
	answers(t, loader+`
var errNone = errors.New("none")
func any(ctx context.Context, l loader) (string, error) {
	s, err := l.Load(ctx)
	if err != nil {
		return "execution failed", nil //= text of Load "execution failed"
	}
	return s, nil
}
func unknown(ctx context.Context, l loader) (string, error) {
	s, err := l.Load(ctx)
	if err != nil {
		return "unknown", nil
	}
	return s, nil
}
func known(ctx context.Context, l loader) (string, error) {
	s, err := l.Load(ctx)
	if errors.Is(err, errNone) {
		return "nothing was not found", nil
	}
	return s, err
}
func both(ctx context.Context, l loader) (string, error) {
	s, err := l.Load(ctx)
	if errors.Is(err, errNone) || errors.Is(err, context.DeadlineExceeded) {
		return "it was not found", nil //= text of Load "it was not found"
	}
	return s, err
}
func well(ctx context.Context, l loader) (string, error) {
	s, err := l.Load(ctx)
	if err == nil && s == "" {
		return "it was not found", nil
	}
	return s, err
}
`)
}

func TestEmptyAnswers(t *testing.T) {
	answers(t, loader+`
func expired(ctx context.Context, l loader) (string, error) {
	s, err := l.Load(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return "", nil //= empty of Load
	}
	return s, err
}
func forever(ctx context.Context) (*int, error) {
	c, cancel := context.WithCancel(context.Background())
	defer cancel()
	<-c.Done()
	if c.Err() != nil {
		return nil, nil
	}
	return new(int), ctx.Err()
}
func other(ctx context.Context, l loader) (string, error) {
	s, err := l.Load(ctx)
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) {
			return "", err
		}
		return "", nil
	}
	return s, err
}
`)
}
