package systems

import (
	"context"
	"encoding/json"
	"net"
	"slices"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/structpb"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// A Model computes answers. It is asked over gRPC, a prompt being a Struct and an
// answer a StringValue.
type Model interface {
	Generate(ctx context.Context, p Prompt) (string, error)
}

// The methods of the model's service: for short questions and for long documents.
// The model does the same for both.
const (
	AnswerMethod    = "/inference.Model/Answer"
	SummarizeMethod = "/inference.Model/Summarize"
)

// RegisterModel adds a model's service to a server.
func RegisterModel(s *grpc.Server, m Model) {
	s.RegisterService(&modelDesc, m)
}

var modelDesc = grpc.ServiceDesc{
	ServiceName: "inference.Model",
	HandlerType: (*Model)(nil),
	Methods: []grpc.MethodDesc{
		{MethodName: "Answer", Handler: handle(AnswerMethod)},
		{MethodName: "Summarize", Handler: handle(SummarizeMethod)},
	},
}

// handle is what a generated handler does.
func handle(method string) grpc.MethodHandler {
	return func(srv any, ctx context.Context, decode func(any) error, interceptor grpc.UnaryServerInterceptor) (any, error) {
		in := new(structpb.Struct)
		if err := decode(in); err != nil {
			return nil, err
		}
		handler := func(ctx context.Context, req any) (any, error) {
			return generate(ctx, srv.(Model), req.(*structpb.Struct))
		}
		if interceptor == nil {
			return handler(ctx, in)
		}
		return interceptor(ctx, in, &grpc.UnaryServerInfo{Server: srv, FullMethod: method}, handler)
	}
}

func generate(ctx context.Context, m Model, in *structpb.Struct) (*wrapperspb.StringValue, error) {
	var p Prompt
	data, err := in.MarshalJSON()
	if err == nil {
		err = json.Unmarshal(data, &p)
	}
	if err != nil {
		return nil, status.Error(codes.InvalidArgument, "malformed prompt")
	}
	if p.Cost.ModelHangs { // before the model hears of it
		<-ctx.Done()
		return nil, status.FromContextError(ctx.Err()).Err()
	}
	text, err := m.Generate(ctx, p)
	if err != nil {
		return nil, err
	}
	return wrapperspb.String(text), nil
}

// Generate asks the model at the other end of conn with one of its methods.
func Generate(ctx context.Context, conn *grpc.ClientConn, method string, p Prompt) (string, error) {
	data, err := json.Marshal(p)
	if err != nil {
		return "", err
	}
	in, out := new(structpb.Struct), new(wrapperspb.StringValue)
	if err := in.UnmarshalJSON(data); err != nil {
		return "", err
	}
	err = conn.Invoke(ctx, method, in, out)
	return out.Value, err
}

// DialModel returns a connection to the model.
func (e Endpoints) DialModel(opts ...grpc.DialOption) (*grpc.ClientConn, error) {
	return grpc.NewClient("passthrough:///"+e.Model, append(slices.Concat(e.Options, opts),
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithContextDialer(func(ctx context.Context, addr string) (net.Conn, error) { return e.Dial(ctx, addr) }))...)
}
