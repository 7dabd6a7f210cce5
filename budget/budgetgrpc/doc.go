// Package budgetgrpc keeps gRPC calls within the budget of the request: client
// interceptors that make each call an attempt of a [budget.Hop], and server
// interceptors that start a [budget.Class] for each call.
//
// It sends no header of its own, because gRPC carries the deadline already. What
// it adds: the reserve comes off before the deadline goes out, a call that cannot
// end in time is not started, a retry runs only if it fits, breakers and observers
// are told, and an error says whose time ran out. It does not know what a method
// does, so nothing is retried unless a hop says so.
//
//	conn, err := grpc.NewClient(target,
//		grpc.WithUnaryInterceptor(budgetgrpc.UnaryClientInterceptor()),
//		grpc.WithStreamInterceptor(budgetgrpc.StreamClientInterceptor()),
//		grpc.WithDisableRetry(), ...)
//
//	server := grpc.NewServer(
//		grpc.UnaryInterceptor(budgetgrpc.UnaryServerInterceptor(budgetgrpc.WithClass(short))),
//		grpc.StreamInterceptor(budgetgrpc.StreamServerInterceptor(budgetgrpc.WithClass(short))))
//
// gRPC's own retries, those of a service config's retryPolicy, are made below the
// interceptors: they share the time of one attempt, and gRPC does not ask whether
// they fit. Use one of the two: hops with Tries and [grpc.WithDisableRetry], or a
// retryPolicy (without DEADLINE_EXCEEDED) and hops of one try.
package budgetgrpc
