module github.com/budgetlint/budgetlint/bench/tools

go 1.25.0

tool (
	github.com/kkHAIKE/contextcheck/cmd/contextcheck
	github.com/sonatard/noctx/cmd/noctx
)

require (
	github.com/gostaticanalysis/analysisutil v0.7.1 // indirect
	github.com/gostaticanalysis/comment v1.5.0 // indirect
	github.com/kkHAIKE/contextcheck v1.1.6 // indirect
	github.com/sonatard/noctx v0.5.1 // indirect
	golang.org/x/mod v0.24.0 // indirect
	golang.org/x/sync v0.13.0 // indirect
	golang.org/x/tools v0.32.0 // indirect
)
