// Package inference is one inference service twice: a gateway (HTTP), a model
// (gRPC) and a vector store (HTTP). Before, each hop of the gateway has a fresh
// 30 s, and the model computes whatever it was asked. After, a short question has
// 8 s in all,
//
//	total 8000 ms: vector 1000, model 6000, gateway 500, margin 500
//
// each layer knows what is left of them, what nobody waits for is neither begun
// nor computed to its end, and a long document has a budget of its own and is
// answered later. Both are real programs on loopback that end by themselves:
//
//	go run ./examples/inference/before -scenario rebuild
//	go run ./examples/inference/after -scenario rebuild
//
// The other scenarios are normal, outage and flood. A demonstration is ten times
// faster than life unless -scale says otherwise.
//
// This package holds only the tests that run both in virtual time, with their
// constants as they are.
package inference
