package catalog

// Third-party libraries, each in a file of its own next to this one. A file
// LIB.go declares libCalls and so on; add them here.

var (
	calls = join(
		stdCalls, grpcCalls, grpcDials, awsCalls, connectCalls, connsCalls, elasticCalls,
		etcdCalls, gocqlCalls, goredisCalls, gormCalls, hashicorpCalls, k8sCalls,
		kafkaCalls, llmCalls, minioCalls, mongoCalls, natsCalls, oauth2Calls,
		otelhttpCalls, pgxCalls, redigoCalls, restyCalls, servicesCalls, sqlxCalls,
	)
	carriers = join(
		stdCarriers, etcdCarriers, gormCarriers, hashicorpCarriers, restyCarriers, sqlxCarriers,
	)
	clients = join(
		stdClients, sqlClients, grpcClients, connectClients, connsClients, elasticClients, goredisClients,
		hashicorpClients, k8sClients, kafkaClients, llmClients, minioClients, mongoClients,
		oauth2Clients, pgxClients, redigoClients, restyClients, servicesClients,
	)
	makers = join(
		stdMakers, grpcMakers, connectMakers, connsMakers, elasticMakers, goredisMakers,
		hashicorpMakers, k8sMakers, kafkaMakers, llmMakers, minioMakers, mongoMakers,
		oauth2Makers, otelhttpMakers, redigoMakers, restyMakers, servicesMakers,
	)
	options = join(
		grpcOptions, connectOptions, kafkaOptions, llmOptions, redigoOptions,
	)
)

func join[T any](tables ...[]T) []T {
	var all []T
	for _, t := range tables {
		all = append(all, t...)
	}
	return all
}
