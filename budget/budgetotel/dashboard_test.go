package budgetotel_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/sdk/metric/metricdata"

	"github.com/budgetlint/budgetlint/budget"
)

// prometheusNames returns the names of the series that Prometheus gets of
// metrics: dots become underscores, the unit is appended unless it is in braces,
// a counter is a _total, and a histogram has three series.
func prometheusNames(metrics []metricdata.Metrics) map[string]bool {
	names := map[string]bool{}
	for _, m := range metrics {
		name := strings.ReplaceAll(m.Name, ".", "_")
		switch m.Unit {
		case "s":
			name += "_seconds"
		case "{attempt}", "{retry}":
		default:
			name += " of an unknown unit " + m.Unit
		}
		switch m.Data.(type) {
		case metricdata.Histogram[float64]:
			for _, suffix := range []string{"_bucket", "_count", "_sum"} {
				names[name+suffix] = true
			}
		case metricdata.Sum[int64]:
			names[name+"_total"] = true
		}
	}
	return names
}

type panel struct {
	Type, Title string
	Targets     []struct{ Expr string }
	Panels      []panel
}

// The dashboard asks for series that there are, and leaves none out.
func TestDashboard(t *testing.T) {
	o, read := start(t)
	for _, e := range events {
		o.Hop(t.Context(), e)
	}
	o.Request(t.Context(), budget.RequestEvent{Given: sec})
	known := prometheusNames(read())

	data, err := os.ReadFile("../../docs/dashboards/budget.json")
	if err != nil {
		t.Fatal(err)
	}
	var dashboard struct {
		Title      string
		Panels     []panel
		Templating struct {
			List []struct {
				Name, Type string
				Definition string
			}
		}
	}
	if err := json.Unmarshal(data, &dashboard); err != nil {
		t.Fatal(err)
	}

	series := regexp.MustCompile(`\bbudget_\w+`)
	quoted := regexp.MustCompile(`"[^"]*"`) // the values of labels
	asked := map[string]bool{}
	check := func(where, expr string) {
		found := series.FindAllString(quoted.ReplaceAllString(expr, ""), -1)
		if len(found) == 0 {
			t.Errorf("%s asks for no series: %q", where, expr)
		}
		for _, name := range found {
			if !known[name] {
				t.Errorf("%s asks for %s, which the observer does not make", where, name)
			}
			asked[regexp.MustCompile(`_(bucket|count)$`).ReplaceAllString(name, "")] = true
		}
	}
	variables := map[string]bool{}
	for _, v := range dashboard.Templating.List {
		variables[v.Name] = true
		if v.Type == "query" {
			check("variable "+v.Name, v.Definition)
		}
	}
	// Grafana's own have two underscores.
	variable := regexp.MustCompile(`\$\{?([a-z]\w*)`)
	for _, m := range variable.FindAllStringSubmatch(string(data), -1) {
		if !variables[m[1]] {
			t.Errorf("the variable %s is not declared", m[0])
		}
	}
	count := 0
	var walk func([]panel)
	walk = func(panels []panel) {
		for _, p := range panels {
			if p.Title == "" {
				t.Errorf("a panel of type %s has no title", p.Type)
			}
			if walk(p.Panels); p.Type == "row" {
				continue
			}
			count++
			if len(p.Targets) == 0 {
				t.Errorf("panel %q asks for nothing", p.Title)
			}
			for _, target := range p.Targets {
				check("panel "+p.Title, target.Expr)
				if n := strings.Count(target.Expr, "(") - strings.Count(target.Expr, ")"); n != 0 {
					t.Errorf("panel %q: %d parentheses are open in %s", p.Title, n, target.Expr)
				}
			}
		}
	}
	walk(dashboard.Panels)
	if count == 0 || !variables["datasource"] {
		t.Errorf("%d panels, variables %v", count, variables)
	}
	for name := range known {
		name = regexp.MustCompile(`_(bucket|count|sum)$`).ReplaceAllString(name, "")
		if !asked[name] {
			t.Errorf("no panel shows %s", name)
		}
	}
}
