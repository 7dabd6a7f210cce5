// Package v1 has the shape of what client-gen makes for a custom resource.
package v1

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/rest"
)

type ShopV1Interface interface{ OrdersGetter }

type OrdersGetter interface {
	Orders(namespace string) OrderInterface
}

type OrderInterface interface {
	Get(ctx context.Context, name string, opts metav1.GetOptions) (*unstructured.Unstructured, error)
	Watch(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error)
}

type ShopV1Client struct{ restClient rest.Interface }

func New(c rest.Interface) *ShopV1Client { return &ShopV1Client{c} }

func (c *ShopV1Client) Orders(namespace string) OrderInterface {
	return &orders{c.restClient, namespace}
}

type orders struct {
	client rest.Interface
	ns     string
}

func (c *orders) Get(ctx context.Context, name string, opts metav1.GetOptions) (*unstructured.Unstructured, error) {
	out := &unstructured.Unstructured{}
	return out, c.client.Get().Namespace(c.ns).Resource("orders").Name(name).Do(ctx).Into(out)
}

func (c *orders) Watch(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error) {
	return c.client.Get().Namespace(c.ns).Resource("orders").Watch(ctx)
}
