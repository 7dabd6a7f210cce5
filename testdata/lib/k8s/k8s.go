// Package k8s: rest.Config.Timeout is 0 unless it is set, and bounds
// everything that is made from it.
package k8s

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/fake"
	v1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"

	"example.com/budgetlint/testdata/lib/k8s/clientset/versioned"
)

var pods = schema.GroupVersionResource{Version: "v1", Resource: "pods"}

func get(api kubernetes.Interface) (*corev1.Pod, error) {
	return api.CoreV1().Pods("ns").Get(context.Background(), "p", metav1.GetOptions{}) // want `\(nodeadline/k8s\)`
}

func list(api v1.PodInterface) (*corev1.PodList, error) {
	return api.List(context.TODO(), metav1.ListOptions{}) // want `\(nodeadline/k8s\)`
}

func deletes(api *kubernetes.Clientset) error {
	return api.AppsV1().Deployments("ns").Delete(context.Background(), "d", metav1.DeleteOptions{}) // want `\(nodeadline/k8s\)`
}

func evict(api kubernetes.Interface) error {
	return api.CoreV1().Pods("ns").Bind(context.Background(), &corev1.Binding{}, metav1.CreateOptions{}) // want `\(nodeadline/k8s\)`
}

func caller(ctx context.Context, api kubernetes.Interface) (*corev1.Pod, error) {
	return api.CoreV1().Pods("ns").Get(ctx, "p", metav1.GetOptions{})
}

func inTime(api kubernetes.Interface) (*corev1.Pod, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return api.CoreV1().Pods("ns").Get(ctx, "p", metav1.GetOptions{})
}

func watch(api kubernetes.Interface) error {
	w, err := api.CoreV1().Pods("ns").Watch(context.Background(), metav1.ListOptions{}) // a stream
	if err != nil {
		return err
	}
	w.Stop()
	return nil
}

func inCluster() (*corev1.Pod, error) {
	cfg, err := rest.InClusterConfig()
	if err != nil {
		return nil, err
	}
	api, err := kubernetes.NewForConfig(cfg)
	if err != nil {
		return nil, err
	}
	return api.CoreV1().Pods("ns").Get(context.Background(), "p", metav1.GetOptions{}) // want `\(nodeadline/k8s\)`
}

func inClusterLimit() (*corev1.Pod, error) {
	cfg, err := rest.InClusterConfig()
	if err != nil {
		return nil, err
	}
	cfg.Timeout = 10 * time.Second
	api, err := kubernetes.NewForConfig(cfg)
	if err != nil {
		return nil, err
	}
	return api.CoreV1().Pods("ns").Get(context.Background(), "p", metav1.GetOptions{})
}

func literalLimit(host string) (*corev1.Pod, error) {
	api := kubernetes.NewForConfigOrDie(&rest.Config{Host: host, Timeout: 10 * time.Second})
	return api.CoreV1().Pods("ns").Get(context.Background(), "p", metav1.GetOptions{})
}

func copyLimit(base *rest.Config) (*corev1.Pod, error) {
	cfg := rest.CopyConfig(base)
	cfg.Timeout = 10 * time.Second
	api := kubernetes.NewForConfigOrDie(cfg)
	return api.CoreV1().Pods("ns").Get(context.Background(), "p", metav1.GetOptions{})
}

func dyn(api dynamic.Interface) error {
	_, err := api.Resource(pods).Namespace("ns").Get(context.Background(), "p", metav1.GetOptions{}) // want `\(nodeadline/k8s\)`
	return err
}

func dynLimit(host string) error {
	api, err := dynamic.NewForConfig(&rest.Config{Host: host, Timeout: 10 * time.Second})
	if err != nil {
		return err
	}
	_, err = api.Resource(pods).Namespace("ns").Get(context.Background(), "p", metav1.GetOptions{})
	return err
}

func meta(api metadata.Interface) error {
	return api.Resource(pods).Namespace("ns").Delete(context.Background(), "p", metav1.DeleteOptions{}) // want `\(nodeadline/k8s\)`
}

func raw(api kubernetes.Interface) ([]byte, error) {
	return api.CoreV1().RESTClient().Get().AbsPath("/healthz").DoRaw(context.Background()) // want `\(nodeadline/k8s\)`
}

func rawLimit(api kubernetes.Interface) ([]byte, error) {
	return api.CoreV1().RESTClient().Get().AbsPath("/healthz").Timeout(time.Second).DoRaw(context.Background())
}

func rawLimitFirst(api rest.Interface) error {
	return api.Get().Timeout(time.Second).AbsPath("/healthz").Do(context.Background()).Error()
}

func discover(api kubernetes.Interface) (string, error) {
	v, err := api.Discovery().ServerVersion() // a discovery client has 32 s
	if err != nil {
		return "", err
	}
	return v.String(), nil
}

func doubled() (*corev1.Pod, error) {
	api := fake.NewClientset()
	return api.CoreV1().Pods("ns").Get(context.Background(), "p", metav1.GetOptions{}) // waits for nobody
}

func custom(api versioned.Interface) error {
	_, err := api.ShopV1().Orders("ns").Get(context.Background(), "o", metav1.GetOptions{}) // want `\(nodeadline/k8s\)`
	return err
}

func customLimit(host string) error {
	api := versioned.NewForConfigOrDie(&rest.Config{Host: host, Timeout: 10 * time.Second})
	_, err := api.ShopV1().Orders("ns").Get(context.Background(), "o", metav1.GetOptions{})
	return err
}

func fromFlags(path string) (*corev1.Pod, error) {
	cfg, err := clientcmd.BuildConfigFromFlags("", path)
	if err != nil {
		return nil, err
	}
	api := kubernetes.NewForConfigOrDie(cfg)
	return api.CoreV1().Pods("ns").Get(context.Background(), "p", metav1.GetOptions{}) // want `\(nodeadline/k8s\)`
}

var _ = []any{
	get, list, deletes, evict, caller, inTime, watch, inCluster, inClusterLimit, literalLimit, copyLimit, dyn, dynLimit, meta, raw, rawLimit, rawLimitFirst, discover,
	doubled, custom, customLimit, fromFlags,
}
