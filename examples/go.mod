module github.com/budgetlint/budgetlint/examples

go 1.25.0
