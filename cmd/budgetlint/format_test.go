package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/jsonschema"
)

func schema(t *testing.T, name string) *jsonschema.Schema {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := jsonschema.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const (
	sarifSchemaFile = "testdata/sarif/sarif-schema-2.1.0.json"
	jsonSchemaFile  = "../../docs/output.schema.json"
)

// wide has letters of one, two, and (by themselves) two UTF-16 code units
// before a finding, and a blank in a name.
const wide = "-- w/ö w.go --\npackage w\n\nimport \"time\"\n\nfunc W() { _ = \"ö𝄞\"; time.Sleep(1); a(time.Now, \"\") }\n\nfunc a(any, string) {}\n"

// TestValid checks the output in both formats that have a schema, of every
// kind of run.
func TestValid(t *testing.T) {
	dir := unpack(t, module+wide+"-- d/d.go --\npackage d\n\nfunc D() { x }\n-- e/e.go --\npackage e\n\nfunc Boom() {}\n\nfunc E() { Boom() }\n")
	if got := tool(t, dir, "-write-baseline=base", "./b"); got.code != 0 {
		t.Fatalf("-write-baseline: %+v", got)
	}
	sarif, json := schema(t, sarifSchemaFile), schema(t, jsonSchemaFile)
	for name, args := range map[string][]string{
		"whole":         {"-tests"},
		"clean":         {"./c"},
		"with baseline": {"-baseline=base"},
		"one pass":      {"-other"},
		"cannot run":    {"./x"},
		"broken":        {"./d", "./e", "./x"},
	} {
		t.Run(name, func(t *testing.T) {
			for format, s := range map[string]*jsonschema.Schema{"sarif": sarif, "json": json} {
				got := tool(t, dir, append([]string{"-format=" + format}, args...)...)
				for _, wrong := range s.Check([]byte(got.stdout)) {
					t.Errorf("%s: %s", format, wrong)
				}
				if again := tool(t, dir, append([]string{"-format=" + format}, args...)...); again != got {
					t.Errorf("%s: got %+v after %+v", format, again, got)
				}
			}
		})
	}
}

// TestSchemaStrict shows that the schema of the JSON output knows all of it: a
// field that is not described is not valid.
func TestSchemaStrict(t *testing.T) {
	s := schema(t, jsonSchemaFile)
	if wrong := s.Check([]byte(`{"findings": [], "baselined": 0, "errors": []}`)); len(wrong) > 0 {
		t.Errorf("the least output is not valid: %q", wrong)
	}
	if wrong := s.Check([]byte(`{"findings": [{"pass": "x"}], "errors": [{"message": "m", "more": 1}], "more": 1}`)); len(wrong) < 4 {
		t.Errorf("only this is wrong: %q", wrong)
	}
}

type sarifOutput struct {
	Version string
	Runs    []struct {
		Tool struct {
			Driver struct {
				Name  string
				Rules []struct {
					ID, Name, HelpURI    string
					ShortDescription     struct{ Text string }
					FullDescription      struct{ Text string }
					Help                 struct{ Text, Markdown string }
					DefaultConfiguration struct {
						Enabled bool
						Level   string
					}
				}
			}
		}
		ColumnKind         string
		OriginalURIBaseIDs map[string]any
		Invocations        []struct {
			ExecutionSuccessful        bool
			ToolExecutionNotifications []struct {
				Level   string
				Message struct{ Text string }
			}
		}
		Results []struct {
			RuleID, Level       string
			RuleIndex           *int
			Message             struct{ Text string }
			Locations           []sarifPlace
			PartialFingerprints map[string]string
			Suppressions        []struct{ Kind, Justification string }
			Fixes               []struct {
				ArtifactChanges []struct {
					ArtifactLocation struct{ URI string }
					Replacements     []struct {
						DeletedRegion   sarifRegion
						InsertedContent struct{ Text string }
					}
				}
			}
		}
	}
}

type sarifPlace struct {
	PhysicalLocation struct {
		ArtifactLocation struct{ URI, URIBaseID string }
		Region           sarifRegion
	}
}

type sarifRegion struct{ StartLine, StartColumn, EndLine, EndColumn int }

func decodeSARIF(t *testing.T, got result) sarifOutput {
	t.Helper()
	var out sarifOutput
	if err := json.Unmarshal([]byte(got.stdout), &out); err != nil {
		t.Fatalf("%v in\n%s", err, got.stdout)
	}
	if len(out.Runs) != 1 {
		t.Fatalf("%d runs, want one", len(out.Runs))
	}
	return out
}

func TestSARIF(t *testing.T) {
	dir := unpack(t, module+wide)
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	// In a folder of the repository: paths are from its root.
	got := tool(t, filepath.Join(dir, "a"), "-format=sarif", "../...")
	if got.code != 1 {
		t.Errorf("exit code %d, want 1", got.code)
	}
	run := decodeSARIF(t, got).Runs[0]
	if run.ColumnKind != "utf16CodeUnits" || run.OriginalURIBaseIDs["%SRCROOT%"] == nil || !run.Invocations[0].ExecutionSuccessful {
		t.Errorf("the run is %+v", run)
	}
	var lines []string
	for _, r := range run.Results {
		p := r.Locations[0].PhysicalLocation
		lines = append(lines, fmt.Sprintf("%s %s %s %s %s %v %s", r.RuleID, r.Level, run.Tool.Driver.Rules[*r.RuleIndex].ID, p.ArtifactLocation.URIBaseID, p.ArtifactLocation.URI, p.Region, r.Message.Text))
		if len(r.PartialFingerprints) != 1 || len(r.Suppressions) != 0 {
			t.Errorf("fingerprints %v, suppressions %v, want one and none", r.PartialFingerprints, r.Suppressions)
		}
	}
	want := []string{
		"fake/calls note fake/calls %SRCROOT% a/a.go {5 12 5 17} B sleeps, 1 below",
		"fake/sleep warning fake/sleep %SRCROOT% b/b.go {6 2 6 15} this sleeps",
		"fake/sleep warning fake/sleep %SRCROOT% w/%C3%B6%20w.go {5 23 5 36} this sleeps",
	}
	if a, b := strings.Join(lines, "\n"), strings.Join(want, "\n"); a != b {
		t.Errorf("results are\n%s\nwant\n%s", a, b)
	}
	fixes := run.Results[2].Fixes
	if len(fixes) != 1 || len(fixes[0].ArtifactChanges) != 1 || len(fixes[0].ArtifactChanges[0].Replacements) != 1 {
		t.Fatalf("fixes are %+v, want the first one only", fixes)
	}
	change := fixes[0].ArtifactChanges[0]
	if r := change.Replacements[0]; r.DeletedRegion != (sarifRegion{5, 23, 5, 36}) || r.InsertedContent.Text != "" || change.ArtifactLocation.URI != "w/%C3%B6%20w.go" {
		t.Errorf("the change is %+v", change)
	}

	rules := run.Tool.Driver.Rules
	if len(rules) != 2 || rules[0].ID != "fake/sleep" || rules[1].ID != "fake/calls" {
		t.Fatalf("rules are %+v, want those of the pass", rules)
	}
	if r := rules[0]; r.Name != "FakeSleep" || r.ShortDescription.Text != "A call of time.Sleep." || !strings.HasPrefix(r.Help.Markdown, "# fake/sleep\n") ||
		!strings.HasSuffix(r.HelpURI, "/docs/fake.md#sleep") || !r.DefaultConfiguration.Enabled || r.DefaultConfiguration.Level != "warning" {
		t.Errorf("rule is %+v", r)
	}
	if r := rules[1]; r.DefaultConfiguration.Enabled || r.DefaultConfiguration.Level != "note" {
		t.Errorf("strict rule is %+v, want it off, and a note", r)
	}
	if strings.Contains(rules[0].Help.Markdown, "](../") {
		t.Errorf("help has links that lead nowhere:\n%s", rules[0].Help.Markdown)
	}
}

// TestSARIFBaseline wants old findings in the log, as suppressed.
func TestSARIFBaseline(t *testing.T) {
	dir := unpack(t, module)
	tool(t, dir, "-write-baseline=base", "./b")
	got := tool(t, dir, "-format=sarif", "-baseline=base")
	if got.code != 1 {
		t.Errorf("exit code %d, want 1 for the finding in a", got.code)
	}
	results := decodeSARIF(t, got).Runs[0].Results
	if len(results) != 2 {
		t.Fatalf("results are %+v, want two", results)
	}
	if s := results[0].Suppressions; len(s) != 0 {
		t.Errorf("the new one is suppressed: %v", s)
	}
	if s := results[1].Suppressions; len(s) != 1 || s[0].Kind != "external" || s[0].Justification != "in the baseline base" {
		t.Errorf("the old one is suppressed by %v, want the baseline", s)
	}
	if got := tool(t, dir, "-format=sarif", "-baseline=base", "./b"); got.code != 0 {
		t.Errorf("exit code %d, want 0 for what is in the baseline", got.code)
	}
}

func TestSARIFErrors(t *testing.T) {
	dir := unpack(t, module+"-- d/d.go --\npackage d\n\nfunc D() { x }\n")
	for name, test := range map[string]struct {
		args []string
		want string
	}{
		"does not compile": {nil, "package example.com/m/d does not compile: undefined: x"},
		"cannot run":       {[]string{"-baseline=none"}, "there is no baseline none: budgetlint -write-baseline none makes it"},
	} {
		t.Run(name, func(t *testing.T) {
			got := tool(t, dir, append(test.args, "-format=sarif")...)
			i := decodeSARIF(t, got).Runs[0].Invocations[0]
			if got.code != 2 || i.ExecutionSuccessful || len(i.ToolExecutionNotifications) != 1 || i.ToolExecutionNotifications[0].Message.Text != test.want {
				t.Errorf("exit code %d, invocation %+v, want 2 and %s", got.code, i, test.want)
			}
		})
	}
}

func TestGitHub(t *testing.T) {
	dir := unpack(t, module+wide+"-- d/d.go --\npackage d\n\nfunc D() { x }\n")
	if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	got := tool(t, filepath.Join(dir, "a"), "-format=github", "../...")
	const want = "::notice file=a/a.go,line=5,col=12,endLine=5,endColumn=17,title=fake/calls::B sleeps, 1 below (fake/calls)\n" +
		"::warning file=b/b.go,line=6,col=2,endLine=6,endColumn=15,title=fake/sleep::this sleeps (fake/sleep)\n" +
		"::warning file=w/ö w.go,line=5,col=23,endLine=5,endColumn=36,title=fake/sleep::this sleeps (fake/sleep)\n" +
		"::error file=d/d.go,line=3,col=12,title=package example.com/m/d does not compile::undefined: x\n"
	if got.code != 2 || got.stdout != want {
		t.Errorf("got exit code %d and\n%swant 2 and\n%s", got.code, got.stdout, want)
	}
	if got := tool(t, dir, "-format=github", "./x"); got.code != 2 || !strings.HasPrefix(got.stdout, "::error title=budgetlint::./x cannot be loaded") {
		t.Errorf("cannot run: got %+v", got)
	}
}

func TestWorkflowCommand(t *testing.T) {
	for name, test := range map[string]struct {
		properties []string
		message    string
		want       string
	}{
		"plain":      {[]string{"file", "a/b.go", "line", "3"}, "a: b, c", "::error file=a/b.go,line=3::a: b, c"},
		"none":       {nil, "m", "::error::m"},
		"properties": {[]string{"file", "a:b,c%2C\r\n::x"}, "m", "::error file=a%3Ab%2Cc%252C%0D%0A%3A%3Ax::m"},
		"message":    {nil, "100%\r\nof a::b\n", "::error::100%25%0D%0Aof a::b%0A"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := workflowCommand("error", test.properties, test.message); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestPlaces(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "p.go")
	const text = "aöb\n𝄞x\r\n\nz"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	p := &places{root: dir, lines: map[string][][]byte{}}
	for offset, want := range map[int]string{
		0: "1:1", strings.Index(text, "b"): "1:3", strings.Index(text, "\n"): "1:4",
		strings.Index(text, "x"): "2:3", strings.Index(text, "z"): "4:1", len(text): "4:2", len(text) + 9: "4:1",
	} {
		line, column := p.at(file, offset)
		if got := fmt.Sprintf("%d:%d", line, column); got != want {
			t.Errorf("offset %d is at %s, want %s", offset, got, want)
		}
	}
	for column, want := range map[int]int{1: 1, 5: 3, 6: 4, 99: 99} {
		if got := p.column(file, 2, column); got != want {
			t.Errorf("column %d is %d, want %d", column, got, want)
		}
	}
	if uri, below := p.uri(filepath.Join(filepath.Dir(dir), "a b")); below || !strings.HasPrefix(uri, "file:///") || !strings.HasSuffix(uri, "/a%20b") {
		t.Errorf("outside: %s, below the root: %v", uri, below)
	}
	if _, ok := p.path(filepath.Join(dir, "..a")); !ok {
		t.Error("a name that begins with dots is taken for one above")
	}
}

// TestLinks is about links in the help of rules, and what only looks like one.
func TestLinks(t *testing.T) {
	const text = "see [this](../suppress.md), [that](fake.md#sleep), [web](https://example.com/x.md) and `f[T](x)`"
	const base = "https://github.com/budgetlint/budgetlint/blob/main/docs/"
	if got, want := absolute(text), "see [this]("+base+"suppress.md), [that]("+base+"fake.md#sleep), [web](https://example.com/x.md) and `f[T](x)`"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := plain(text), "see this, that, web and f[T](x)"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestFingerprints wants one for each finding, also of those that are equal.
func TestFingerprints(t *testing.T) {
	f := driver.Finding{Package: "p", Pass: "a", Category: "b", Decl: "F", What: "x"}
	c := &command{}
	seen := map[string]bool{}
	for _, f := range c.judge(nil, &driver.Result{Findings: []driver.Finding{f, f, f}}).all {
		seen[f.fingerprint] = true
	}
	if len(seen) != 3 {
		t.Errorf("%d fingerprints, want three", len(seen))
	}
}
