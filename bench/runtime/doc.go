// Package runtime compares package budget with other libraries for retries and
// breakers: what they do with a deadline, and what they cost. There is nothing
// in it but tests; they write, and check, the tables of
// docs/runtime-comparison.md.
//
//	GOWORK=off go test .           # the tables still say what is measured
//	GOWORK=off go test . -update   # write what is measured into them
//	./run                          # what it costs
//
// It is outside of the workspace, so that what the libraries need does not
// choose the versions of the rest.
package runtime
