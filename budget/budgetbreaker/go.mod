module github.com/budgetlint/budgetlint/budget/budgetbreaker

go 1.25.0

require (
	github.com/budgetlint/budgetlint/budget v0.0.0
	github.com/sony/gobreaker/v2 v2.4.0
)

replace github.com/budgetlint/budgetlint/budget => ../
