// Package supportagent is one support agent twice: before, with a fresh 30 s
// for each of its three steps, and after, with one deadline of 30 s for the
// whole request. Both are real programs on loopback that end by themselves:
//
//	go run ./examples/supportagent/before -scenario all-hang
//	go run ./examples/supportagent/after -scenario all-hang
//
// The first keeps its user waiting for 90 s, the second answers at second 28
// and says what is missing. A demonstration is ten times faster than life
// unless -scale says otherwise.
//
// This package holds only the tests that run both in virtual time, with their
// constants as they are.
package supportagent
