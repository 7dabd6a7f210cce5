// Package gopls tests what `budgetlint gopls` builds. It is a module of its own
// as that takes minutes the first time.
package gopls
