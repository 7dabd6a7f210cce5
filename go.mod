module github.com/budgetlint/budgetlint

go 1.25.0

require (
	github.com/golangci/plugin-module-register v0.1.2
	golang.org/x/tools v0.44.0
	honnef.co/go/tools v0.7.0
)

require (
	golang.org/x/mod v0.35.0 // indirect
	golang.org/x/sync v0.20.0 // indirect
)
