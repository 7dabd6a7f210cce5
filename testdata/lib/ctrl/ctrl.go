// Package ctrl: writes of controller-runtime go to the API server, reads
// mostly to a cache.
package ctrl

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/config"
	"sigs.k8s.io/controller-runtime/pkg/cluster"
)

type reconciler struct{ client.Client }

func (r *reconciler) read() error {
	return r.Get(context.Background(), client.ObjectKey{Name: "p"}, &corev1.Pod{}) // perhaps from the cache
}

func (r *reconciler) write(pod *corev1.Pod) error {
	return r.Update(context.Background(), pod) // want `\(nodeadline/k8s\)`
}

func (r *reconciler) status(pod *corev1.Pod) error {
	return r.Status().Update(context.Background(), pod) // want `\(nodeadline/k8s\)`
}

func (r *reconciler) reconcile(ctx context.Context, pod *corev1.Pod) error {
	return r.Update(ctx, pod)
}

func direct() error {
	c, err := client.New(config.GetConfigOrDie(), client.Options{})
	if err != nil {
		return err
	}
	return c.Get(context.Background(), client.ObjectKey{Name: "p"}, &corev1.Pod{}) // want `\(nodeadline/k8s\)`
}

func directLimit(host string, pod *corev1.Pod) error {
	c, err := client.New(&rest.Config{Host: host, Timeout: 10 * time.Second}, client.Options{})
	if err != nil {
		return err
	}
	return c.Update(context.Background(), pod)
}

func uncached(c cluster.Cluster) error {
	return c.GetAPIReader().Get(context.Background(), client.ObjectKey{Name: "p"}, &corev1.Pod{}) // want `\(nodeadline/k8s\)`
}

var _ = []any{(*reconciler).read, (*reconciler).write, (*reconciler).status, (*reconciler).reconcile, direct, directLimit, uncached}
