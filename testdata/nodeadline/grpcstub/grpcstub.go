// Package grpcstub: gRPC stubs are known by their shape, and set no deadline by
// themselves.
package grpcstub

import (
	"context"
	"os"
	"os/signal"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/emptypb"
)

// What a generator makes.
type EchoClient interface {
	Echo(ctx context.Context, in *emptypb.Empty, opts ...grpc.CallOption) (*emptypb.Empty, error)
	Watch(ctx context.Context, in *emptypb.Empty, opts ...grpc.CallOption) (Echo_WatchClient, error)
	Tail(ctx context.Context, in *emptypb.Empty, opts ...grpc.CallOption) (grpc.ServerStreamingClient[emptypb.Empty], error)
}

type Echo_WatchClient interface {
	Recv() (*emptypb.Empty, error)
	grpc.ClientStream
}

type echoClient struct{ cc grpc.ClientConnInterface }

func (c *echoClient) Echo(ctx context.Context, in *emptypb.Empty, opts ...grpc.CallOption) (*emptypb.Empty, error) {
	out := new(emptypb.Empty)
	if err := c.cc.Invoke(ctx, "/demo.Echo/Echo", in, out, opts...); err != nil {
		return nil, err
	}
	return out, nil
}

func (c *echoClient) Watch(ctx context.Context, in *emptypb.Empty, opts ...grpc.CallOption) (Echo_WatchClient, error) {
	return c.Tail(ctx, in, opts...)
}

func (c *echoClient) Tail(ctx context.Context, in *emptypb.Empty, opts ...grpc.CallOption) (grpc.ServerStreamingClient[emptypb.Empty], error) {
	stream, err := c.cc.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true}, "/demo.Echo/Tail", opts...)
	if err != nil {
		return nil, err
	}
	return &grpc.GenericClientStream[emptypb.Empty, emptypb.Empty]{ClientStream: stream}, stream.SendMsg(in)
}

func empty(c EchoClient) error {
	_, err := c.Echo(context.Background(), nil) // want `^nothing bounds Echo: its context is context\.Background\(\) and a gRPC client sets no deadline by itself; pass a context with a deadline \(nodeadline/grpc\)$`
	return err
}

func todo(c EchoClient) error {
	_, err := c.Echo(context.TODO(), nil, grpc.WaitForReady(true)) // want `its context is context\.TODO\(\) .*\(nodeadline/grpc\)`
	return err
}

func metadataOnly(c EchoClient) error {
	ctx := metadata.AppendToOutgoingContext(context.Background(), "id", "1")
	_, err := c.Echo(ctx, nil) // want `its context is context\.Background\(\) .*\(nodeadline/grpc\)`
	return err
}

func severed(ctx context.Context, c EchoClient) error {
	_, err := c.Echo(context.WithoutCancel(ctx), nil) // want `its context is context\.WithoutCancel .*\(nodeadline/grpc\)`
	return err
}

func cancelable(c EchoClient) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := c.Echo(ctx, nil) // want `\(nodeadline/grpc\)`
	return err
}

func untilSignal(c EchoClient) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	_, err := c.Echo(ctx, nil) // want `\(nodeadline/grpc\)`
	return err
}

func invoked(cc *grpc.ClientConn) error {
	return cc.Invoke(context.Background(), "/demo.Echo/Echo", &emptypb.Empty{}, &emptypb.Empty{}) // want `^nothing bounds Invoke: .*\(nodeadline/grpc\)`
}

type endpoint struct{ client EchoClient }

func newEndpoint(cc grpc.ClientConnInterface) *endpoint { return &endpoint{client: &echoClient{cc}} }

// It has no context, and its callers hold a lock meanwhile.
func (e *endpoint) allocate() error {
	_, err := e.client.Echo(context.Background(), &emptypb.Empty{}) // want `\(nodeadline/grpc\)`
	return err
}

func (e *endpoint) allocateBounded() error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	_, err := e.client.Echo(ctx, &emptypb.Empty{})
	return err
}

func caller(ctx context.Context, c EchoClient) error {
	_, err := c.Echo(metadata.AppendToOutgoingContext(ctx, "id", "1"), nil)
	return err
}

// Streams are open on purpose.
func stream(c EchoClient) (Echo_WatchClient, error) { return c.Watch(context.Background(), nil) }

func genericStream(c EchoClient) (grpc.ServerStreamingClient[emptypb.Empty], error) {
	return c.Tail(context.Background(), nil)
}

func newStream(cc *grpc.ClientConn) (grpc.ClientStream, error) {
	return cc.NewStream(context.Background(), &grpc.StreamDesc{ServerStreams: true}, "/demo.Echo/Watch")
}

// Deferred clean-up.
func leave(c EchoClient) {
	defer func() { _, _ = c.Echo(context.Background(), nil) }()
}

type plain interface {
	Echo(ctx context.Context, in *emptypb.Empty) (*emptypb.Empty, error)
}

// No stub.
func local(p plain) error {
	_, err := p.Echo(context.Background(), nil)
	return err
}
