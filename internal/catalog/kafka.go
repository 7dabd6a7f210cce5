package catalog

// Kafka: github.com/twmb/franz-go, github.com/segmentio/kafka-go and
// github.com/IBM/sarama. Polls and fetches are streams.

const (
	kgoPkg     = "github.com/twmb/franz-go/pkg/kgo"
	kafkagoPkg = "github.com/segmentio/kafka-go"
)

var kafkaCalls = []Call{
	// A record may wait for its broker without end: RecordDeliveryTimeout is
	// unlimited by default, and so are RecordRetries. Requests give up by
	// themselves.
	{Pkg: kgoPkg, Recv: "Client", Names: "Flush ProduceSync", Kind: Kafka, Client: kgoPkg + ".Client", Source: "github.com/twmb/franz-go@v1.22.3 pkg/kgo/config.go:1537"},
	{Pkg: kgoPkg, Recv: "Client", Names: "Commit* Ping Request RequestSharded", Kind: Kafka, Unknown: Bounded, Source: "github.com/twmb/franz-go@v1.22.3 pkg/kgo/config.go:627"},
	{Pkg: "github.com/twmb/franz-go/pkg/kadm", Recv: "Client", Names: "*", Kind: Kafka, Unknown: Bounded, Source: "github.com/twmb/franz-go@v1.22.3 pkg/kgo/config.go:627"},

	// A writer's attempts end after 10 s each by default, ten of them.
	{Pkg: kafkagoPkg, Recv: "Writer", Names: "WriteMessages", Kind: Kafka, Unknown: Bounded, Source: "github.com/segmentio/kafka-go@v0.4.51 writer.go:839"},
	// Fetch is a long poll.
	{Pkg: kafkagoPkg, Recv: "Client", Names: "*", Except: "Fetch", Kind: Kafka, Client: kafkagoPkg + ".Client", Source: "github.com/segmentio/kafka-go@v0.4.51 client.go:103"},
	{Pkg: kafkagoPkg, Recv: "Dialer", Names: "DialContext DialLeader DialPartition LookupLeader LookupPartition LookupPartitions", Kind: Kafka, Client: kafkagoPkg + ".Dialer", Source: "github.com/segmentio/kafka-go@v0.4.51 dialer.go:266"},
	{Pkg: kafkagoPkg, Recv: "Dialer", Names: "Dial", Kind: Kafka, Variant: "%sContext", Client: kafkagoPkg + ".Dialer", Source: "github.com/segmentio/kafka-go@v0.4.51 dialer.go:266"},
	{Pkg: kafkagoPkg, Names: "Dial DialContext DialLeader DialPartition LookupPartition LookupPartitions", Kind: Kafka, Unknown: Bounded, Source: "github.com/segmentio/kafka-go@v0.4.51 dialer.go:384"},
	{Pkg: kafkagoPkg, Recv: "Conn", Names: "ApiVersions Brokers Controller CreateTopics DeleteTopics ReadFirstOffset ReadLastOffset ReadOffset ReadOffsets ReadPartitions WriteMessages", Kind: Kafka, Variant: "a (*kafka.Client) request, or SetDeadline before %s", Client: kafkagoPkg + ".Conn", Source: "github.com/segmentio/kafka-go@v0.4.51 conn.go:563"},

	{Pkg: "github.com/IBM/sarama", Recv: "SyncProducer", Names: "SendMessage SendMessages", Kind: Kafka, Unknown: Bounded, Source: "github.com/IBM/sarama@v1.61.1 config.go:569"},
}

var kafkaClients = []Client{
	{Type: kgoPkg + ".Client", Source: "github.com/twmb/franz-go@v1.22.3 pkg/kgo/client.go:505"},
	{Type: kafkagoPkg + ".Client", Fields: "Timeout", Zero: Unbounded, Source: "github.com/segmentio/kafka-go@v0.4.51 client.go:39"},
	{Type: kafkagoPkg + ".Dialer", Fields: "Deadline Timeout", Zero: Unbounded, Source: "github.com/segmentio/kafka-go@v0.4.51 dialer.go:40"},
	{Type: kafkagoPkg + ".Conn", Setters: "SetDeadline SetReadDeadline SetWriteDeadline", Zero: Unbounded, Source: "github.com/segmentio/kafka-go@v0.4.51 conn.go:563"},
}

var kafkaMakers = []Maker{
	{Func: kgoPkg + ".NewClient", Result: Unbounded, Options: true, Source: "github.com/twmb/franz-go@v1.22.3 pkg/kgo/client.go:505"},
	{Func: kafkagoPkg + ".Dial", Result: Unbounded, Source: "github.com/segmentio/kafka-go@v0.4.51 dialer.go:389"},
	{Func: kafkagoPkg + ".DialContext", Result: Unbounded, Source: "github.com/segmentio/kafka-go@v0.4.51 dialer.go:394"},
	{Func: kafkagoPkg + ".DialLeader", Result: Unbounded, Source: "github.com/segmentio/kafka-go@v0.4.51 dialer.go:399"},
}

var kafkaOptions = []Option{
	{Func: kgoPkg + ".RecordDeliveryTimeout", Arg: 1, Look: LookDuration, Source: "github.com/twmb/franz-go@v1.22.3 pkg/kgo/config.go:1537"},
	{Func: kgoPkg + ".RecordRetries", Bound: Bounded, Source: "github.com/twmb/franz-go@v1.22.3 pkg/kgo/config.go:1425"},
}
