module github.com/budgetlint/budgetlint/budget

go 1.25.0
