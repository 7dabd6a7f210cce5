// Package kafka: requests mostly give up by themselves; a record to produce
// may not.
package kafka

import (
	"context"
	"time"

	"github.com/IBM/sarama"
	"github.com/segmentio/kafka-go"
	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kgo"
)

func produce() error {
	cl, err := kgo.NewClient(kgo.SeedBrokers("b:9092"))
	if err != nil {
		return err
	}
	defer cl.Close()
	return cl.ProduceSync(context.Background(), &kgo.Record{}).FirstErr() // want `\(nodeadline/kafka\)`
}

func flush() error {
	cl, err := kgo.NewClient()
	if err != nil {
		return err
	}
	return cl.Flush(context.Background()) // want `\(nodeadline/kafka\)`
}

func produceLimit() error {
	cl, err := kgo.NewClient(kgo.SeedBrokers("b:9092"), kgo.RecordDeliveryTimeout(10*time.Second))
	if err != nil {
		return err
	}
	return cl.ProduceSync(context.Background(), &kgo.Record{}).FirstErr()
}

func produceRetries() error {
	cl, err := kgo.NewClient(kgo.RecordRetries(5))
	if err != nil {
		return err
	}
	return cl.ProduceSync(context.Background(), &kgo.Record{}).FirstErr()
}

func produceCaller(ctx context.Context) error {
	cl, err := kgo.NewClient()
	if err != nil {
		return err
	}
	return cl.ProduceSync(ctx, &kgo.Record{}).FirstErr()
}

func produceGiven(cl *kgo.Client) error {
	return cl.ProduceSync(context.Background(), &kgo.Record{}).FirstErr() // a client of unknown making
}

func poll(cl *kgo.Client) kgo.Fetches {
	return cl.PollFetches(context.Background()) // a stream
}

func topics(adm *kadm.Client) (kadm.TopicDetails, error) {
	return adm.ListTopics(context.Background()) // requests give up by themselves
}

func write(w *kafka.Writer) error {
	return w.WriteMessages(context.Background(), kafka.Message{}) // 10 s an attempt
}

func fetch(r *kafka.Reader) (kafka.Message, error) {
	return r.FetchMessage(context.Background()) // a stream
}

func metadata() (*kafka.MetadataResponse, error) {
	c := &kafka.Client{Addr: kafka.TCP("b:9092")}
	return c.Metadata(context.Background(), &kafka.MetadataRequest{}) // want `\(nodeadline/kafka\)`
}

func metadataLimit() (*kafka.MetadataResponse, error) {
	c := &kafka.Client{Addr: kafka.TCP("b:9092"), Timeout: 10 * time.Second}
	return c.Metadata(context.Background(), &kafka.MetadataRequest{})
}

func dial() (*kafka.Conn, error) {
	return (&kafka.Dialer{}).DialContext(context.Background(), "tcp", "b:9092") // want `\(nodeadline/kafka\)`
}

func dialLimit() (*kafka.Conn, error) {
	return (&kafka.Dialer{Timeout: 10 * time.Second}).DialContext(context.Background(), "tcp", "b:9092")
}

func dialDropped(ctx context.Context) (*kafka.Conn, error) {
	return (&kafka.Dialer{}).Dial("tcp", "b:9092") // want `\(nodeadline/dropped\)`
}

func conn() ([]kafka.Partition, error) {
	c, err := kafka.Dial("tcp", "b:9092") // DefaultDialer has 10 s
	if err != nil {
		return nil, err
	}
	defer c.Close()
	return c.ReadPartitions("t") // want `\(nodeadline/kafka\)`
}

func connLimit() ([]kafka.Partition, error) {
	c, err := kafka.Dial("tcp", "b:9092")
	if err != nil {
		return nil, err
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(10 * time.Second))
	return c.ReadPartitions("t")
}

func send(p sarama.SyncProducer) error {
	_, _, err := p.SendMessage(&sarama.ProducerMessage{}) // Net.ReadTimeout is 30 s
	return err
}

var _ = []any{
	produce, flush, produceLimit, produceRetries, produceCaller, produceGiven, poll, topics, write, fetch, metadata, metadataLimit, dial, dialLimit, dialDropped,
	conn, connLimit, send,
}
