module github.com/budgetlint/budgetlint/examples

go 1.25.0

require github.com/budgetlint/budgetlint/budget v0.0.0

replace github.com/budgetlint/budgetlint/budget => ../budget
