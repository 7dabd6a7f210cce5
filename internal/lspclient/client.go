// Package lspclient talks to gopls as an editor does, over stdin and stdout. It
// is for tests and measures: it knows as much of the protocol as they need, and
// nothing of the passes.
package lspclient

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Options say which server is started, and how.
type Options struct {
	// Program is gopls, Args are its arguments. It runs in Dir, which is the
	// folder of the workspace.
	Program string
	Args    []string
	Dir     string
	// Env is added to the environment.
	Env []string
	// Settings are those of gopls: the client sends them as initialization
	// options, and when it is asked for its configuration.
	Settings map[string]any
	// Follow makes gopls tell when it is through with a change: see Diagnosed.
	Follow bool
}

// A Client is an editor with one server. Its methods may be called concurrently,
// but Diagnosed is about what was sent before it.
type Client struct {
	cmd      *exec.Cmd
	settings map[string]any
	stderr   tail

	writing sync.Mutex
	in      io.WriteCloser

	mu        sync.Mutex
	changed   chan struct{} // closed, and made anew, when something below changes
	failure   error         // why the server says nothing more
	lastID    int
	answers   map[int]*message
	published map[string][]Published // by file
	versions  map[string]int         // of the open files
	working   map[string]string      // titles by token
	diagnoses int                    // how many times gopls was through with a change
	changes   int                    // how many it was told of
}

// Published is a set of diagnostics that the server has sent for a file.
type Published struct {
	// Version is that of the text which was sent; 0 is the file on disk.
	Version     int
	Diagnostics []Diagnostic
	At          time.Time
}

// A message is a request, an answer or a notification.
type message struct {
	Version string           `json:"jsonrpc"`
	ID      *json.RawMessage `json:"id,omitempty"`
	Method  string           `json:"method,omitempty"`
	Params  json.RawMessage  `json:"params,omitempty"`
	Result  json.RawMessage  `json:"result,omitempty"`
	Error   *Error           `json:"error,omitempty"`
}

// Error is what a server answers that cannot do what it is asked.
type Error struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return fmt.Sprintf("%s (%d)", e.Message, e.Code) }

// Start starts a server and greets it. It does not wait until the server has
// loaded the workspace.
func Start(ctx context.Context, o Options) (*Client, error) {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return nil, err
	}
	c := &Client{
		cmd:       exec.Command(o.Program, o.Args...),
		settings:  map[string]any{},
		changed:   make(chan struct{}),
		answers:   map[int]*message{},
		published: map[string][]Published{},
		versions:  map[string]int{},
		working:   map[string]string{},
	}
	maps.Copy(c.settings, o.Settings)
	if o.Follow {
		c.settings["verboseWorkDoneProgress"] = true
	}
	c.cmd.Dir = dir
	c.cmd.Env = append(append(os.Environ(), "PWD="+dir), o.Env...)
	c.cmd.Stderr = &c.stderr
	c.cmd.WaitDelay = 5 * time.Second // for what it has started
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	go c.read(out)

	c.changes++ // the workspace
	err = c.Call(ctx, "initialize", map[string]any{
		"processId": os.Getpid(),
		"rootUri":   uri(dir),
		"workspaceFolders": []any{
			map[string]any{"uri": uri(dir), "name": filepath.Base(dir)},
		},
		"initializationOptions": c.settings,
		"capabilities": map[string]any{
			"workspace": map[string]any{
				"configuration":    true,
				"workspaceFolders": true,
				"workspaceEdit":    map[string]any{"documentChanges": true},
			},
			"window": map[string]any{"workDoneProgress": true},
			"textDocument": map[string]any{
				"codeAction": map[string]any{
					"dataSupport":              true,
					"isPreferredSupport":       true,
					"codeActionLiteralSupport": map[string]any{"codeActionKind": map[string]any{"valueSet": []string{"quickfix", "source.fixAll"}}},
				},
				"publishDiagnostics": map[string]any{
					"versionSupport":         true,
					"relatedInformation":     true,
					"codeDescriptionSupport": true,
					"dataSupport":            true,
				},
			},
		},
	}, nil)
	if err == nil {
		err = c.Notify("initialized", map[string]any{})
	}
	if err != nil {
		c.Kill()
		return nil, err
	}
	return c, nil
}

// Close asks the server to end, and ends it if it does not.
func (c *Client) Close(ctx context.Context) error {
	err := c.Call(ctx, "shutdown", nil, nil)
	if err == nil {
		err = c.Notify("exit", nil)
	}
	c.in.Close()
	if err == nil {
		err = c.wait(ctx, "waiting for the server to end", func() bool { return c.failure != nil })
	}
	c.Kill()
	return err
}

// Kill ends the server at once.
func (c *Client) Kill() {
	c.cmd.Process.Kill()
	c.wait(context.Background(), "", func() bool { return false })
}

// CPU is the time that the server, and what it has waited for, used, once it has
// ended.
func (c *Client) CPU() time.Duration {
	return c.cmd.ProcessState.UserTime() + c.cmd.ProcessState.SystemTime()
}

// Open tells of a file that has been opened with a text, which need not be the
// one on disk.
func (c *Client) Open(file, text string) error {
	c.mu.Lock()
	c.versions[file] = 1
	c.changes++
	c.mu.Unlock()
	return c.Notify("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": uri(file), "languageId": "go", "version": 1, "text": text},
	})
}

// Change tells of a new text of an open file, and returns its version.
func (c *Client) Change(file, text string) (version int, err error) {
	c.mu.Lock()
	c.versions[file]++
	version = c.versions[file]
	c.changes++
	c.mu.Unlock()
	return version, c.Notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uri(file), "version": version},
		"contentChanges": []any{map[string]any{"text": text}},
	})
}

// Diagnosed waits until the server is through with all that it was told of: what
// Diagnostics returns then is all that it has to say. It takes Options.Follow.
func (c *Client) Diagnosed(ctx context.Context) error {
	return c.wait(ctx, "waiting until the server is through with all changes", func() bool { return c.diagnoses >= c.changes })
}

// Diagnostics returns what the server has sent last for a file.
func (c *Client) Diagnostics(file string) Published {
	c.mu.Lock()
	defer c.mu.Unlock()
	if all := c.published[file]; len(all) > 0 {
		return all[len(all)-1]
	}
	return Published{}
}

// Await waits for diagnostics of a version of a file that are as they should
// be, and returns the first such.
func (c *Client) Await(ctx context.Context, file string, version int, as func([]Diagnostic) bool) (found Published, err error) {
	seen := 0
	err = c.wait(ctx, fmt.Sprintf("waiting for diagnostics of version %d of %s", version, file), func() bool {
		for all := c.published[file]; seen < len(all); seen++ {
			if p := all[seen]; p.Version == version && as(p.Diagnostics) {
				found = p
				return true
			}
		}
		return false
	})
	return found, err
}

// CodeActions asks for actions at a range, for the diagnostics that the client
// has there. No kind stands for quick fixes.
func (c *Client) CodeActions(ctx context.Context, file string, at Range, diagnostics []Diagnostic, kinds ...string) ([]CodeAction, error) {
	if len(kinds) == 0 {
		kinds = []string{"quickfix"}
	}
	if diagnostics == nil {
		diagnostics = []Diagnostic{} // null is not allowed
	}
	var out []CodeAction
	err := c.Call(ctx, "textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": uri(file)},
		"range":        at,
		"context":      map[string]any{"diagnostics": diagnostics, "only": kinds},
	}, &out)
	return out, err
}

// Call sends a request and waits for its answer; result may be nil.
func (c *Client) Call(ctx context.Context, method string, params, result any) error {
	c.mu.Lock()
	c.lastID++
	n := c.lastID
	c.mu.Unlock()
	id := json.RawMessage(strconv.Itoa(n))
	if err := c.send(&message{ID: &id, Method: method}, params); err != nil {
		return err
	}
	if err := c.wait(ctx, "waiting for the answer to "+method, func() bool { return c.answers[n] != nil }); err != nil {
		return err
	}
	c.mu.Lock()
	answer := c.answers[n]
	delete(c.answers, n)
	c.mu.Unlock()
	if answer.Error != nil {
		return fmt.Errorf("%s: %w", method, answer.Error)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(answer.Result, result)
}

// Notify sends a notification.
func (c *Client) Notify(method string, params any) error {
	return c.send(&message{Method: method}, params)
}

func (c *Client) send(m *message, params any) error {
	m.Version = "2.0"
	if params != nil {
		text, err := json.Marshal(params)
		if err != nil {
			return err
		}
		m.Params = text
	}
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if _, err := fmt.Fprintf(c.in, "Content-Length: %d\r\n\r\n%s", len(text), text); err != nil {
		return fmt.Errorf("%s: %w%s", cmp.Or(m.Method, "answer"), err, c.stderr.quote())
	}
	return nil
}

// wait waits until a condition holds, which is asked with the lock held. The
// error has the end of what the server has written to stderr.
func (c *Client) wait(ctx context.Context, what string, holds func() bool) error {
	for {
		c.mu.Lock()
		ok, failure, changed := holds(), c.failure, c.changed
		c.mu.Unlock()
		switch {
		case ok:
			return nil
		case failure != nil:
			return fmt.Errorf("%s: %w%s", what, failure, c.stderr.quote())
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("%s: %w%s", what, context.Cause(ctx), c.stderr.quote())
		}
	}
}

// change changes what others may wait for.
func (c *Client) change(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
	close(c.changed)
	c.changed = make(chan struct{})
}

// read handles all that the server sends.
func (c *Client) read(out io.Reader) {
	r := bufio.NewReader(out)
	var err error
	for err == nil {
		var m *message
		if m, err = receive(r); err == nil {
			err = c.handle(m)
		}
	}
	if !errors.Is(err, io.EOF) {
		c.cmd.Process.Kill() // it does not speak the protocol
	}
	if ended := c.cmd.Wait(); errors.Is(err, io.EOF) && ended != nil {
		err = ended
	}
	c.change(func() { c.failure = fmt.Errorf("the server has ended: %w", err) })
}

func receive(r *bufio.Reader) (*message, error) {
	header, err := textproto.NewReader(r).ReadMIMEHeader()
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return nil, fmt.Errorf("bad header: %w", err)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		return nil, err
	}
	m := new(message)
	return m, json.Unmarshal(text, m)
}

func (c *Client) handle(m *message) error {
	switch {
	case m.Method == "": // an answer
		n := 0
		if m.ID == nil || json.Unmarshal(*m.ID, &n) != nil {
			return fmt.Errorf("an answer to nothing: %+v", m)
		}
		c.change(func() { c.answers[n] = m })
		return nil
	case m.ID != nil:
		// The server may not read before this has read more.
		go c.answer(m)
		return nil
	case m.Method == "textDocument/publishDiagnostics":
		now := time.Now()
		var p struct {
			URI         string
			Version     int
			Diagnostics []Diagnostic
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			return err
		}
		c.change(func() {
			file := File(p.URI)
			c.published[file] = append(c.published[file], Published{p.Version, p.Diagnostics, now})
		})
	case m.Method == "$/progress":
		var p struct {
			Token json.RawMessage
			Value struct{ Kind, Title string }
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			return err
		}
		c.change(func() { c.progress(string(p.Token), p.Value.Kind, p.Value.Title) })
	}
	return nil
}

// progress counts how many times gopls was through with a change. A change that
// a later one overtakes counts, too.
func (c *Client) progress(token, kind, title string) {
	switch kind {
	case "begin":
		c.working[token] = title
	case "end":
		if strings.HasPrefix(c.working[token], "diagnosing ") {
			c.diagnoses++
		}
		delete(c.working, token)
	}
}

// answer answers a request of the server.
func (c *Client) answer(m *message) {
	a := &message{ID: m.ID}
	var result any
	switch m.Method {
	case "workspace/configuration":
		var p struct{ Items []struct{ Section string } }
		if err := json.Unmarshal(m.Params, &p); err != nil {
			a.Error = &Error{Code: -32602, Message: err.Error()}
			break
		}
		all := make([]any, len(p.Items))
		for i := range p.Items {
			all[i] = c.settings
		}
		result = all
	case "client/registerCapability", "client/unregisterCapability", "window/workDoneProgress/create", "window/showMessageRequest",
		"workspace/codeLens/refresh", "workspace/diagnostic/refresh", "workspace/inlayHint/refresh", "workspace/semanticTokens/refresh":
	default:
		a.Error = &Error{Code: -32601, Message: "this client does not do " + m.Method}
	}
	if a.Error == nil {
		a.Result, _ = json.Marshal(result)
	}
	c.send(a, nil) // if it fails the server has ended, which read tells
}

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

func (t *tail) Write(p []byte) (int, error) {
	const most = 16 << 10
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	t.text = t.text[max(0, len(t.text)-most):]
	return len(p), nil
}

// quote is the text as the end of a message.
func (t *tail) quote() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if text := bytes.TrimSpace(t.text); len(text) > 0 {
		return fmt.Sprintf("\nstderr of the server:\n%s", text)
	}
	return ""
}
