module github.com/budgetlint/budgetlint/examples

go 1.25.0

require (
	github.com/budgetlint/budgetlint/budget v0.0.0
	github.com/budgetlint/budgetlint/budget/budgetbreaker v0.0.0
	github.com/budgetlint/budgetlint/budget/budgetgrpc v0.0.0
	google.golang.org/grpc v1.84.0
	google.golang.org/protobuf v1.36.11
)

require (
	github.com/sony/gobreaker/v2 v2.4.0 // indirect
	golang.org/x/net v0.57.0 // indirect
	golang.org/x/sys v0.47.0 // indirect
	golang.org/x/text v0.40.0 // indirect
	google.golang.org/genproto/googleapis/rpc v0.0.0-20260706201446-f0a921348800 // indirect
)

replace (
	github.com/budgetlint/budgetlint/budget => ../budget
	github.com/budgetlint/budgetlint/budget/budgetbreaker => ../budget/budgetbreaker
	github.com/budgetlint/budgetlint/budget/budgetgrpc => ../budget/budgetgrpc
)
