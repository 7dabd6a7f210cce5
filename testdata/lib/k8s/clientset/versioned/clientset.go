// Package versioned has the shape of what client-gen makes for a custom
// resource.
package versioned

import (
	"k8s.io/client-go/rest"

	shopv1 "example.com/budgetlint/testdata/lib/k8s/clientset/versioned/typed/shop/v1"
)

type Interface interface {
	ShopV1() shopv1.ShopV1Interface
}

type Clientset struct{ shopV1 *shopv1.ShopV1Client }

func (c *Clientset) ShopV1() shopv1.ShopV1Interface { return c.shopV1 }

func NewForConfig(c *rest.Config) (*Clientset, error) {
	rc, err := rest.UnversionedRESTClientFor(c)
	if err != nil {
		return nil, err
	}
	return &Clientset{shopV1: shopv1.New(rc)}, nil
}

func NewForConfigOrDie(c *rest.Config) *Clientset {
	cs, err := NewForConfig(c)
	if err != nil {
		panic(err)
	}
	return cs
}
