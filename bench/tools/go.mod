module github.com/budgetlint/budgetlint/bench/tools

go 1.25.0

require (
	github.com/kkHAIKE/contextcheck v1.1.6
	github.com/sonatard/noctx v0.5.1
	golang.org/x/tools v0.44.0
)

require (
	github.com/gostaticanalysis/analysisutil v0.7.1 // indirect
	github.com/gostaticanalysis/comment v1.5.0 // indirect
	golang.org/x/mod v0.35.0 // indirect
	golang.org/x/sync v0.20.0 // indirect
	golang.org/x/tools/go/packages/packagestest v0.1.1-deprecated // indirect
)
