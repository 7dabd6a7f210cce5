// Package readme holds nothing but the tests that README.md is true. It knows
// what README.md says and nothing of how it comes about.
package readme
