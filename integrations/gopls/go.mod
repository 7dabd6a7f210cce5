module github.com/budgetlint/budgetlint/integrations/gopls

go 1.25.0
