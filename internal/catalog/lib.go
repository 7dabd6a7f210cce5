package catalog

// Third-party libraries, each in a file of its own next to this one. A file
// LIB.go declares libCalls and so on; add them here.

var (
	calls    = join(stdCalls, grpcCalls)
	carriers = join(stdCarriers)
	clients  = join(stdClients, grpcClients)
	makers   = join(stdMakers, grpcMakers)
	options  = join(grpcOptions)
)

func join[T any](tables ...[]T) []T {
	var all []T
	for _, t := range tables {
		all = append(all, t...)
	}
	return all
}
