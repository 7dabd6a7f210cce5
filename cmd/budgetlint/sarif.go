package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/sarif"

	"github.com/budgetlint/budgetlint/internal/config"
	"github.com/budgetlint/budgetlint/internal/driver"
	"github.com/budgetlint/budgetlint/internal/report"
)

// What package sarif leaves out of SARIF 2.1.0 and is useful here.
type (
	sarifLog struct {
		Version string     `json:"version"`
		Schema  string     `json:"$schema"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool            `json:"tool"`
		Invocations []sarifInvocation    `json:"invocations"`
		Bases       map[string]sarifBase `json:"originalUriBaseIds"`
		ColumnKind  string               `json:"columnKind"`
		Results     []sarifResult        `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		sarif.ToolComponent
		Rules []sarifRule `json:"rules"`
	}
	sarifRule struct {
		sarif.ReportingDescriptor
		Name            string          `json:"name"`
		FullDescription sarif.Message   `json:"fullDescription"`
		Properties      sarifProperties `json:"properties"`
	}
	// Code scanning on GitHub reads these.
	sarifProperties struct {
		Tags      []string `json:"tags"`
		Precision string   `json:"precision"`
		Severity  string   `json:"problem.severity"`
	}
	sarifResult struct {
		sarif.Result
		RuleIndex    *int              `json:"ruleIndex,omitempty"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifInvocation struct {
		sarif.Invocation
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level     string           `json:"level"`
		Message   sarif.Message    `json:"message"`
		Locations []sarif.Location `json:"locations,omitempty"`
	}
	sarifBase struct {
		Description sarif.Message `json:"description"`
	}
)

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	// The name by which most tools know the root of the repository.
	sarifRoot = "%SRCROOT%"
)

// printSARIF prints the outcome as one SARIF 2.1.0 log. What is in the baseline
// is there, too, as suppressed.
func (c *command) printSARIF(out *outcome) {
	places := newPlaces()
	version := strings.Fields(version())[1]
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			ToolComponent: sarif.ToolComponent{Name: "budgetlint", Version: version, InformationURI: "https://" + config.ModulePath},
			Rules:         []sarifRule{},
		}},
		Invocations: []sarifInvocation{{Invocation: sarif.Invocation{ExecutionSuccessful: len(out.Errors) == 0}}},
		// Without a URI: where the repository is does not matter, and differs
		// from machine to machine.
		Bases:      map[string]sarifBase{sarifRoot: {sarif.Message{Text: "the root of the repository"}}},
		ColumnKind: "utf16CodeUnits",
		Results:    []sarifResult{},
	}
	if semantic, ok := strings.CutPrefix(version, "v"); ok {
		run.Tool.Driver.SemanticVersion = semantic
	}
	index := map[string]int{}
	for _, s := range c.rules {
		if !slices.ContainsFunc(c.analyzers, func(a *analysis.Analyzer) bool { return a.Name == s.Pass }) {
			continue
		}
		for i := range s.Rules {
			index[s.Pass+"/"+s.Rules[i].Category] = len(run.Tool.Driver.Rules)
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, c.sarifRule(s, &s.Rules[i]))
		}
	}
	for _, f := range out.all {
		r := c.sarifResult(places, f)
		if i, ok := index[r.RuleID]; ok {
			r.RuleIndex = &i
		}
		run.Results = append(run.Results, r)
	}
	for _, e := range out.Errors {
		for _, p := range e.Problems {
			run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarifProblem(places, e, p))
		}
	}
	c.encode(sarifLog{Version: sarif.Version, Schema: sarifSchema, Runs: []sarifRun{run}})
}

func (c *command) sarifRule(s *report.Set, r *report.Rule) sarifRule {
	rule := sarifRule{
		ReportingDescriptor: sarif.ReportingDescriptor{
			ID:               s.Pass + "/" + r.Category,
			ShortDescription: sarif.Message{Text: sentence(r.Title)},
			Help:             sarif.Message{Text: plainHelp(r), Markdown: absolute(report.Page(s, r))},
			HelpURI:          s.URL() + "#" + r.Category,
			DefaultConfiguration: sarif.ReportingConfiguration{
				Enabled: r.Level == report.Default, Level: sarifLevel(r.Level),
			},
		},
		Name:            upper(s.Pass) + upper(r.Category),
		FullDescription: sarif.Message{Text: plain(r.What), Markdown: absolute(r.What)},
		Properties:      sarifProperties{Tags: []string{"deadlines", "reliability"}, Precision: "high", Severity: "warning"},
	}
	if r.Level == report.Strict {
		rule.Properties.Precision, rule.Properties.Severity = "medium", "recommendation"
	}
	return rule
}

func sarifLevel(l report.Level) string {
	if l == report.Strict {
		return sarif.Note
	}
	return sarif.Warning
}

func (c *command) sarifResult(places *places, f found) sarifResult {
	rule := key(f.Finding).Rule
	r := sarifResult{
		Result: sarif.Result{
			RuleID: rule,
			Kind:   sarif.Fail,
			Level:  sarifLevel(c.level(f.Finding)),
			// The rule stands beside it.
			Message:   sarif.Message{Text: strings.TrimSuffix(f.Message, " ("+rule+")")},
			Locations: []sarif.Location{{PhysicalLocation: places.sarif(f.File, f.Line, f.Column, f.EndLine, f.EndColumn)}},
			// Empty says that it is not suppressed, missing that nobody knows.
			Suppressions: []sarif.Suppression{},
		},
		Fingerprints: map[string]string{"budgetlint/v1": f.fingerprint},
	}
	for i, rel := range f.Related {
		r.RelatedLocations = append(r.RelatedLocations, sarif.Location{
			ID: i + 1, Message: &sarif.Message{Text: rel.Message},
			PhysicalLocation: places.sarif(rel.File, rel.Line, rel.Column, rel.EndLine, rel.EndColumn),
		})
	}
	if f.old {
		r.Suppressions = append(r.Suppressions, sarif.Suppression{Kind: "external", Justification: "in the baseline " + c.baseline})
	}
	if len(f.Fixes) > 0 && len(f.Fixes[0].Edits) > 0 {
		r.Fixes = []sarif.Fix{places.sarifFix(f.Fixes[0])}
	}
	return r
}

// sarif returns a place in the source. Its columns are bytes.
func (p *places) sarif(file string, line, column, endLine, endColumn int) sarif.PhysicalLocation {
	return sarif.PhysicalLocation{
		ArtifactLocation: p.sarifFile(file),
		Region: sarif.Region{
			StartLine: line, StartColumn: p.column(file, line, column),
			EndLine: endLine, EndColumn: p.column(file, endLine, endColumn),
		},
	}
}

func (p *places) sarifFile(file string) sarif.ArtifactLocation {
	uri, below := p.uri(file)
	if !below {
		return sarif.ArtifactLocation{URI: uri}
	}
	return sarif.ArtifactLocation{URI: uri, URIBaseID: sarifRoot}
}

// sarifFix has one change for each file, with its edits in their order.
func (p *places) sarifFix(fix driver.Fix) sarif.Fix {
	out := sarif.Fix{Description: sarif.Message{Text: fix.Message}}
	at := map[string]int{}
	edits := slices.Clone(fix.Edits)
	slices.SortStableFunc(edits, func(a, b driver.Edit) int { return a.Start - b.Start })
	for _, e := range edits {
		i, ok := at[e.File]
		if !ok {
			i = len(out.ArtifactChanges)
			at[e.File] = i
			out.ArtifactChanges = append(out.ArtifactChanges, sarif.ArtifactChange{ArtifactLocation: p.sarifFile(e.File)})
		}
		var r sarif.Replacement
		r.DeletedRegion.StartLine, r.DeletedRegion.StartColumn = p.at(e.File, e.Start)
		r.DeletedRegion.EndLine, r.DeletedRegion.EndColumn = p.at(e.File, e.End)
		r.InsertedContent.Text = e.New
		out.ArtifactChanges[i].Replacements = append(out.ArtifactChanges[i].Replacements, r)
	}
	return out
}

func sarifProblem(places *places, e driver.PackageError, p driver.Problem) sarifNotification {
	n := sarifNotification{Level: sarif.Error, Message: sarif.Message{Text: p.Message}}
	if e.Package != "" {
		n.Message.Text = headline(e) + ": " + p.Message
	}
	if file, rest := p.File(); file != "" {
		at := sarif.Location{PhysicalLocation: sarif.PhysicalLocation{
			ArtifactLocation: places.sarifFile(file),
			Region:           sarif.Region{StartLine: 1, StartColumn: 1},
		}}
		var line, column int
		if k, _ := fmt.Sscanf(rest, ":%d:%d", &line, &column); k > 0 {
			at.PhysicalLocation.Region = sarif.Region{StartLine: line, StartColumn: places.column(file, line, max(column, 1))}
		}
		n.Locations = []sarif.Location{at}
	}
	return n
}

// plainHelp is the text of a rule for viewers that show no Markdown.
func plainHelp(r *report.Rule) string {
	return plain(r.What) + "\n\n" + plain(r.Why) + "\n\nSilent:\n\n" + plain(r.Silent)
}

// linkRE matches links to pages and no Go code, such as f[T](x).
var linkRE = regexp.MustCompile(`\[([^\]]*)\]\(([\w./-]+\.md(?:#[\w-]+)?|https?://[^)]+)\)`)

// plain drops the Markdown that means nothing without a viewer for it.
func plain(text string) string {
	return strings.ReplaceAll(linkRE.ReplaceAllString(text, "$1"), "`", "")
}

// absolute makes the links of a page of docs/rules lead there from anywhere.
func absolute(text string) string {
	return linkRE.ReplaceAllStringFunc(text, func(link string) string {
		m := linkRE.FindStringSubmatch(link)
		if strings.Contains(m[2], "://") {
			return link
		}
		return fmt.Sprintf("[%s](https://%s/blob/main/docs/%s)", m[1], config.ModulePath, strings.TrimPrefix(m[2], "../"))
	})
}

// sentence makes one of a title.
func sentence(title string) string { return upper(plain(title)) + "." }

func upper(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
