package catalog

// github.com/aws/aws-sdk-go-v2 has no limit that holds for a whole call:
// BuildableClient limits dial and TLS, and newer releases put a read timeout of
// five minutes on some services (internal/timeouts/timeouts.go). Which one is
// linked, and what the configuration says, cannot be seen here, so nothing is
// reported; the row says that the calls wait.

var awsCalls = []Call{
	{Pkg: "github.com/aws/aws-sdk-go-v2/service/...", Recv: "Client", Names: "*", Kind: HTTP, Source: "github.com/aws/aws-sdk-go-v2@v1.48.0 aws/transport/http/client.go:157"},
}
