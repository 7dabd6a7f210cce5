// Package mongo: only SetTimeout of the client's options, or the context,
// bounds an operation.
package mongo

import (
	"context"
	"time"

	old "go.mongodb.org/mongo-driver/mongo"
	oldoptions "go.mongodb.org/mongo-driver/mongo/options"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

func find(c *mongo.Collection) error {
	return c.FindOne(context.Background(), bson.D{}).Err() // want `\(nodeadline/mongo\)`
}

func findOld(c *old.Collection) error {
	return c.FindOne(context.Background(), bson.D{}).Err() // want `\(nodeadline/mongo\)`
}

func ping(uri string) error {
	cli, err := mongo.Connect(options.Client().ApplyURI(uri))
	if err != nil {
		return err
	}
	return cli.Ping(context.Background(), nil) // want `\(nodeadline/mongo\)`
}

func pingLimit(uri string) error {
	cli, err := mongo.Connect(options.Client().ApplyURI(uri).SetTimeout(5 * time.Second))
	if err != nil {
		return err
	}
	return cli.Ping(context.Background(), nil)
}

func findLimit(uri string) error {
	opts := options.Client()
	opts.SetTimeout(5 * time.Second)
	opts.ApplyURI(uri)
	cli, err := mongo.Connect(opts)
	if err != nil {
		return err
	}
	return cli.Database("d").Collection("c").FindOne(context.Background(), bson.D{}).Err()
}

func findOldLimit(uri string) error {
	cli, err := old.Connect(context.Background(), oldoptions.Client().SetSocketTimeout(5*time.Second).ApplyURI(uri))
	if err != nil {
		return err
	}
	return cli.Database("d").Collection("c").FindOne(context.Background(), bson.D{}).Err()
}

func caller(ctx context.Context, c *mongo.Collection) error {
	_, err := c.InsertOne(ctx, bson.D{})
	return err
}

func inTime(c *mongo.Collection) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_, err := c.InsertOne(ctx, bson.D{})
	return err
}

func watch(c *mongo.Collection) (*mongo.ChangeStream, error) {
	return c.Watch(context.Background(), mongo.Pipeline{}) // a stream
}

func disconnect(cli *mongo.Client) error {
	return cli.Disconnect(context.Background()) // cleans up
}

var _ = []any{find, findOld, ping, pingLimit, findLimit, findOldLimit, caller, inTime, watch, disconnect}
