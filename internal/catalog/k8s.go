package catalog

// k8s.io/client-go and sigs.k8s.io/controller-runtime.
//
// rest.Config.Timeout is 0 by default, and the API server bounds no request
// that it does not answer: HTTP/2 pings end the wait only if the connection is
// dead. Watch and Stream are streams. A discovery client puts 32 s on itself
// (discovery_client.go, defaultTimeout) and has no row.
//
// A client of controller-runtime reads from the informers' cache where it
// comes from a manager, and waits for nobody then; so reads are reported only
// where client.New is seen to make it, or GetAPIReader. Writes always go to
// the API server.

const (
	kubernetesPkg = "k8s.io/client-go/kubernetes"
	ctrlClient    = "sigs.k8s.io/controller-runtime/pkg/client"
)

var k8sCalls = []Call{
	// The typed interfaces and their expansions; the fakes are other types.
	{Pkg: "k8s.io/client-go/kubernetes/typed/...", Recv: "*Interface", Names: "*", Except: "Watch", Kind: K8s, Client: kubernetesPkg + ".Clientset", Unknown: Unbounded, Source: "k8s.io/client-go@v0.37.2 rest/config.go:151"},
	{Pkg: "k8s.io/client-go/kubernetes/typed/...", Recv: "*Expansion", Names: "*", Kind: K8s, Client: kubernetesPkg + ".Clientset", Unknown: Unbounded, Source: "k8s.io/client-go@v0.37.2 rest/config.go:151"},
	// Clientsets that client-gen makes for custom resources.
	{Pkg: "*/clientset/versioned/typed/...", Recv: "*Interface", Names: "*", Except: "Watch", Kind: K8s, Client: kubernetesPkg + ".Clientset", Unknown: Unbounded, Source: "k8s.io/client-go@v0.37.2 gentype/type.go:147"},
	{Pkg: "k8s.io/client-go/dynamic", Recv: "ResourceInterface", Names: "*", Except: "Watch", Kind: K8s, Client: kubernetesPkg + ".Clientset", Unknown: Unbounded, Source: "k8s.io/client-go@v0.37.2 dynamic/simple.go:80"},
	{Pkg: "k8s.io/client-go/metadata", Recv: "ResourceInterface", Names: "*", Except: "Watch", Kind: K8s, Client: kubernetesPkg + ".Clientset", Unknown: Unbounded, Source: "k8s.io/client-go@v0.37.2 metadata/metadata.go:91"},
	{Pkg: "k8s.io/client-go/rest", Recv: "Request", Names: "Do DoRaw", Kind: K8s, Client: "k8s.io/client-go/rest.Request", Unknown: Unbounded, Source: "k8s.io/client-go@v0.37.2 rest/request.go:1060"},
	{Pkg: "k8s.io/client-go/rest", Recv: "ResponseWrapper", Names: "DoRaw", Kind: K8s, Client: "k8s.io/client-go/rest.Request", Unknown: Unbounded, Source: "k8s.io/client-go@v0.37.2 rest/request.go:71"},

	{Pkg: ctrlClient, Recv: "Reader", Names: "Get List", Kind: K8s, Client: ctrlClient + ".Client", Unknown: Unknown, Source: "sigs.k8s.io/controller-runtime@v0.25.2 pkg/client/client.go:144"},
	{Pkg: ctrlClient, Recv: "SubResourceReader", Names: "Get", Kind: K8s, Client: ctrlClient + ".Client", Unknown: Unbounded, Source: "sigs.k8s.io/controller-runtime@v0.25.2 pkg/client/client.go:658"},
	{Pkg: ctrlClient, Recv: "Writer", Names: "Apply Create Delete DeleteAllOf Patch Update", Kind: K8s, Client: ctrlClient + ".Client", Unknown: Unbounded, Source: "sigs.k8s.io/controller-runtime@v0.25.2 pkg/client/client.go:351"},
	{Pkg: ctrlClient, Recv: "SubResourceWriter", Names: "Apply Create Patch Update", Kind: K8s, Client: ctrlClient + ".Client", Unknown: Unbounded, Source: "sigs.k8s.io/controller-runtime@v0.25.2 pkg/client/client.go:685"},
}

var k8sClients = []Client{
	{Type: kubernetesPkg + ".Clientset", Source: "k8s.io/client-go@v0.37.2 kubernetes/clientset.go:492"},
	{Type: "k8s.io/client-go/rest.Config", Fields: "Timeout", Zero: Unbounded, Source: "k8s.io/client-go@v0.37.2 rest/config.go:151"},
	{Type: "k8s.io/client-go/rest.Request", Setters: "Timeout", Chain: true, Source: "k8s.io/client-go@v0.37.2 rest/request.go:475"},
	{Type: ctrlClient + ".Client", Source: "sigs.k8s.io/controller-runtime@v0.25.2 pkg/client/client.go:144"},
}

var k8sMakers = []Maker{
	// Configurations.
	{Func: "k8s.io/client-go/rest.InClusterConfig", Result: Unbounded, Source: "k8s.io/client-go@v0.37.2 rest/config.go:546"},
	{Func: "k8s.io/client-go/tools/clientcmd.BuildConfigFromFlags", Result: Unbounded, Source: "k8s.io/client-go@v0.37.2 tools/clientcmd/client_config.go:680"},
	{Func: "k8s.io/client-go/tools/clientcmd.RESTConfigFromKubeConfig", Result: Unbounded, Source: "k8s.io/client-go@v0.37.2 tools/clientcmd/client_config.go:125"},
	{Func: "sigs.k8s.io/controller-runtime/pkg/client/config.GetConfig", Result: Unbounded, Source: "sigs.k8s.io/controller-runtime@v0.25.2 pkg/client/config/config.go:76"},
	{Func: "sigs.k8s.io/controller-runtime/pkg/client/config.GetConfigOrDie", Result: Unbounded, Source: "sigs.k8s.io/controller-runtime@v0.25.2 pkg/client/config/config.go:176"},
	{Func: "k8s.io/client-go/rest.CopyConfig", Arg: 1, Source: "k8s.io/client-go@v0.37.2 rest/config.go:663"},
	{Func: "k8s.io/client-go/rest.AnonymousClientConfig", Arg: 1, Source: "k8s.io/client-go@v0.37.2 rest/config.go:636"},
	{Func: "k8s.io/client-go/rest.AddUserAgent", Arg: 1, Source: "k8s.io/client-go@v0.37.2 rest/config.go:629"},
	{Func: "k8s.io/client-go/rest.HTTPClientFor", Arg: 1, Source: "k8s.io/client-go@v0.37.2 rest/transport.go:33"},

	// Clients.
	{Func: kubernetesPkg + ".NewForConfig", Arg: 1, Source: "k8s.io/client-go@v0.37.2 kubernetes/clientset.go:492"},
	{Func: kubernetesPkg + ".NewForConfigOrDie", Arg: 1, Source: "k8s.io/client-go@v0.37.2 kubernetes/clientset.go:753"},
	{Func: kubernetesPkg + ".NewForConfigAndClient", Arg: 2, Source: "k8s.io/client-go@v0.37.2 kubernetes/clientset.go:512"},
	{Func: kubernetesPkg + ".New", Arg: 1, Source: "k8s.io/client-go@v0.37.2 kubernetes/clientset.go:762"},
	{Func: "*/clientset/versioned.NewForConfig", Arg: 1, Source: "k8s.io/client-go@v0.37.2 kubernetes/clientset.go:492"},
	{Func: "*/clientset/versioned.NewForConfigOrDie", Arg: 1, Source: "k8s.io/client-go@v0.37.2 kubernetes/clientset.go:753"},
	{Func: "k8s.io/client-go/dynamic.NewForConfig", Arg: 1, Source: "k8s.io/client-go@v0.37.2 dynamic/simple.go:80"},
	{Func: "k8s.io/client-go/dynamic.NewForConfigOrDie", Arg: 1, Source: "k8s.io/client-go@v0.37.2 dynamic/simple.go:69"},
	{Func: "k8s.io/client-go/dynamic.NewForConfigAndClient", Arg: 2, Source: "k8s.io/client-go@v0.37.2 dynamic/simple.go:92"},
	{Func: "k8s.io/client-go/metadata.NewForConfig", Arg: 1, Source: "k8s.io/client-go@v0.37.2 metadata/metadata.go:91"},
	{Func: "k8s.io/client-go/metadata.NewForConfigOrDie", Arg: 1, Source: "k8s.io/client-go@v0.37.2 metadata/metadata.go:77"},
	{Func: "k8s.io/client-go/rest.RESTClientFor", Arg: 1, Source: "k8s.io/client-go@v0.37.2 rest/config.go:329"},
	{Func: "k8s.io/client-go/rest.UnversionedRESTClientFor", Arg: 1, Source: "k8s.io/client-go@v0.37.2 rest/config.go:423"},
	{Func: "k8s.io/client-go/rest.RESTClientForConfigAndClient", Arg: 2, Source: "k8s.io/client-go@v0.37.2 rest/config.go:358"},
	{Func: "k8s.io/client-go/kubernetes/fake.NewSimpleClientset", Result: Bounded, Source: "k8s.io/client-go@v0.37.2 kubernetes/fake/clientset_generated.go:146"},
	{Func: "k8s.io/client-go/kubernetes/fake.NewClientset", Result: Bounded, Source: "k8s.io/client-go@v0.37.2 kubernetes/fake/clientset_generated.go:210"},
	{Func: ctrlClient + ".New", Arg: 1, Source: "sigs.k8s.io/controller-runtime@v0.25.2 pkg/client/client.go:144"},
	{Func: ctrlClient + ".NewWithWatch", Arg: 1, Source: "sigs.k8s.io/controller-runtime@v0.25.2 pkg/client/watch.go:30"},
	{Func: ctrlClient + ".NewNamespacedClient", Arg: 1, Source: "sigs.k8s.io/controller-runtime@v0.25.2 pkg/client/namespaced_client.go:33"},
	{Func: "(sigs.k8s.io/controller-runtime/pkg/cluster.Cluster).GetAPIReader", Result: Unbounded, Source: "sigs.k8s.io/controller-runtime@v0.25.2 pkg/cluster/cluster.go:73"},

	// What hands a client on: the group, then the resource.
	{Func: "(*" + kubernetesPkg + ".Clientset).*", Arg: -1, Source: "k8s.io/client-go@v0.37.2 kubernetes/clientset.go:315"},
	{Func: "(" + kubernetesPkg + ".Interface).*", Arg: -1, Source: "k8s.io/client-go@v0.37.2 kubernetes/clientset.go:85"},
	{Func: "(*" + kubernetesPkg + "/fake.Clientset).*", Arg: -1, Source: "k8s.io/client-go@v0.37.2 kubernetes/fake/clientset_generated.go:358"},
	{Func: "(k8s.io/client-go/kubernetes/typed/*).*", Arg: -1, Source: "k8s.io/client-go@v0.37.2 kubernetes/typed/core/v1/pod.go:35"},
	{Func: "(*/clientset/versioned.*).*", Arg: -1, Source: "k8s.io/client-go@v0.37.2 kubernetes/clientset.go:85"},
	{Func: "(*/clientset/versioned/typed/*).*", Arg: -1, Source: "k8s.io/client-go@v0.37.2 kubernetes/typed/core/v1/pod.go:35"},
	{Func: "(*k8s.io/client-go/dynamic.DynamicClient).Resource", Arg: -1, Source: "k8s.io/client-go@v0.37.2 dynamic/simple.go:110"},
	{Func: "(k8s.io/client-go/dynamic.*).*", Arg: -1, Source: "k8s.io/client-go@v0.37.2 dynamic/interface.go:29"},
	{Func: "(k8s.io/client-go/metadata.*).*", Arg: -1, Source: "k8s.io/client-go@v0.37.2 metadata/interface.go:30"},
	{Func: "(*k8s.io/client-go/rest.RESTClient).*", Arg: -1, Source: "k8s.io/client-go@v0.37.2 rest/client.go:174"},
	{Func: "(k8s.io/client-go/rest.Interface).*", Arg: -1, Source: "k8s.io/client-go@v0.37.2 rest/client.go:47"},
	{Func: "(" + ctrlClient + ".*).*", Arg: -1, Source: "sigs.k8s.io/controller-runtime@v0.25.2 pkg/client/interfaces.go:91"},
}
