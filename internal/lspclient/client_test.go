package lspclient

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain is also the server that the tests talk to.
func TestMain(m *testing.M) {
	if what := os.Getenv("LSPCLIENT_SERVER"); what != "" {
		serve(what)
		os.Exit(3)
	}
	os.Exit(m.Run())
}

// serve asks for the settings, and publishes them for each file that is opened.
// It ends, or falls silent, where it is to.
func serve(what string) {
	fmt.Fprintln(os.Stderr, "here is the server")
	send := func(text string) { fmt.Printf("Content-Length: %d\r\n\r\n%s", len(text), text) }
	in := bufio.NewReader(os.Stdin)
	settings := ""
	for {
		m, err := receive(in)
		if err != nil {
			return
		}
		switch m.Method {
		case "initialize":
			if what == "exit" {
				return
			}
			if what == "noise" {
				fmt.Print("hello\r\n\r\n")
				continue
			}
			send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":{}}`, *m.ID))
			send(`{"jsonrpc":"2.0","method":"$/progress","params":{"token":"a","value":{"kind":"begin","title":"diagnosing initial workspace load"}}}`)
			send(`{"jsonrpc":"2.0","method":"$/progress","params":{"token":"a","value":{"kind":"end"}}}`)
			send(`{"jsonrpc":"2.0","id":7,"method":"workspace/configuration","params":{"items":[{"section":"gopls"}]}}`)
			send(`{"jsonrpc":"2.0","id":"x","method":"window/flash"}`)
		case "textDocument/didOpen":
			if what == "silent" {
				continue
			}
			var p struct {
				TextDocument struct{ URI string }
			}
			json.Unmarshal(m.Params, &p)
			send(`{"jsonrpc":"2.0","method":"$/progress","params":{"token":1,"value":{"kind":"begin","title":"diagnosing opened files"}}}`)
			send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":%q,"version":1,"diagnostics":[{"message":%q}]}}`, p.TextDocument.URI, settings))
			send(`{"jsonrpc":"2.0","method":"$/progress","params":{"token":1,"value":{"kind":"end"}}}`)
		case "shutdown":
			send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":null}`, *m.ID))
		case "exit":
			return
		case "":
			switch string(*m.ID) {
			case "7":
				settings += string(m.Result)
			case `"x"`:
				settings += m.Error.Message
			}
			if strings.Contains(settings, "[") && strings.Contains(settings, "flash") {
				send(`{"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"file:///ready","diagnostics":[]}}`)
			}
		}
	}
}

func server(t *testing.T, ctx context.Context, what string) (*Client, error) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c, err := Start(ctx, Options{Program: self, Dir: t.TempDir(), Env: []string{"LSPCLIENT_SERVER=" + what}, Settings: map[string]any{"a": 1}})
	if err == nil {
		t.Cleanup(c.Kill)
	}
	return c, err
}

func TestClient(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	c, err := server(t, ctx, "yes")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Await(ctx, File("file:///ready"), 0, func([]Diagnostic) bool { return true }); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "a b%20ü.go")
	if err := c.Open(file, ""); err != nil {
		t.Fatal(err)
	}
	if err := c.Diagnosed(ctx); err != nil {
		t.Fatal(err)
	}
	p := c.Diagnostics(file)
	if p.Version != 1 || len(p.Diagnostics) != 1 {
		t.Fatalf("got %+v", p)
	}
	for _, want := range []string{`[{"a":1}]`, "this client does not do window/flash"} {
		if got := p.Diagnostics[0].Message; !strings.Contains(got, want) {
			t.Errorf("the server got %q, want %q in it", got, want)
		}
	}
	if err := c.Close(ctx); err != nil {
		t.Error(err)
	}
	if c.CPU() < 0 {
		t.Errorf("CPU %v", c.CPU())
	}
}

// TestFailures: an error says what was waited for, and what the server said.
func TestFailures(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for what, want := range map[string]string{
		"exit":  "the answer to initialize: the server has ended: exit status 3\nstderr of the server:\nhere is the server",
		"noise": "malformed MIME header",
	} {
		if _, err := server(t, ctx, what); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q in it", what, err, want)
		}
	}

	c, err := server(t, ctx, "silent")
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Open("/a.go", ""); err != nil {
		t.Fatal(err)
	}
	short, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
	defer cancel()
	_, err = c.Await(short, "/a.go", 1, func([]Diagnostic) bool { return true })
	if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "version 1 of /a.go") || !strings.Contains(err.Error(), "here is the server") {
		t.Errorf("error %v", err)
	}
}

func TestApply(t *testing.T) {
	at := func(line, from, to int) Range { return Range{Position{line, from}, Position{line, to}} }
	text := "a := 1\ns := \"😀ü\" + b\n"
	got, err := Apply(text, []TextEdit{
		{at(1, 13, 14), "c"},
		{at(2, 0, 0), "end\n"},
		{at(0, 0, 0), "x"},
		{at(0, 0, 0), "y"},
		{at(1, 0, 1), ""},
	})
	if want := "xya := 1\n := \"😀ü\" + c\nend\n"; got != want || err != nil {
		t.Errorf("got %q, want %q (%v)", got, want, err)
	}
	for name, edits := range map[string][]TextEdit{
		"overlap":   {{at(0, 0, 3), ""}, {at(0, 2, 4), ""}},
		"backwards": {{at(0, 3, 2), ""}},
		"line":      {{at(3, 0, 0), ""}},
		"character": {{at(0, 7, 7), ""}},
	} {
		if got, err := Apply(text, edits); err == nil {
			t.Errorf("%s: got %q, want an error", name, got)
		}
	}
}

func TestFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a b%20ü#.go")
	if got := File(uri(file)); got != file {
		t.Errorf("got %s by way of %s, want %s", got, uri(file), file)
	}
}
