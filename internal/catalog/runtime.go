package catalog

// The runtime of this project, which the suggested fixes point to: its retries ask
// what is left. What it is among limiters and pausers stands with these.

const runtimePkg = "github.com/budgetlint/budgetlint/budget."

var runtimeRetriers = []Retrier{
	{Func: runtimePkg + "Call", Op: 3, Policy: 2, Sets: []Setting{context1}, Checks: true, Tell: "pass %s", Source: "budget hop.go:Call"},
}

var runtimePolicies = []Policy{
	{Type: runtimePkg + "Hop", Base: &Effort{Attempts: 1, Total: NoLimit, Pause: NoPause, Factor: 2}, Sets: []Setting{
		{What: Attempts, Field: "Tries"}, {What: Pause, Field: "Base"}, {What: Longest, Field: "Max", Zero: ZeroNoLimit},
	}, Source: "budget hop.go:Hop"},
}
