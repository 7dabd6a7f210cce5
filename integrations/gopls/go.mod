module github.com/budgetlint/budgetlint/integrations/gopls

go 1.25.0

require github.com/budgetlint/budgetlint v0.0.0

require golang.org/x/tools v0.44.0 // indirect

replace github.com/budgetlint/budgetlint => ../..
