package systems

import (
	"fmt"
	"strings"
	"time"
)

// A Behaviour is how a system answers.
type Behaviour struct {
	Latency time.Duration
	Hang    bool // no answer at all; Latency does not count
	Busy    bool // the answer, after Latency, is that there is none at the moment
}

// A Scenario is a day in the life of the three systems that the agent asks.
// The help desk is not in it: it always answers at once.
type Scenario struct {
	Name               string
	About              string
	CRM, Orders, Model Behaviour
}

// Scenarios returns the scenarios that have a name.
func Scenarios() []Scenario {
	hang := Behaviour{Hang: true}
	after := func(d time.Duration) Behaviour { return Behaviour{Latency: d} }
	return []Scenario{
		{
			Name: "normal", About: "every system answers as usual",
			CRM: after(300 * time.Millisecond), Orders: after(400 * time.Millisecond), Model: after(1500 * time.Millisecond),
		},
		{
			Name: "slow", About: "every system takes 12 s",
			CRM: after(12 * time.Second), Orders: after(12 * time.Second), Model: after(12 * time.Second),
		},
		{
			Name: "orders-hang", About: "the CRM takes 3 s, the order system hangs, the model answers at once",
			CRM: after(3 * time.Second), Orders: hang,
		},
		{
			Name: "all-hang", About: "the CRM, the order system and the model hang",
			CRM: hang, Orders: hang, Model: hang,
		},
	}
}

// Named returns the scenario of that name, or an error that lists the names.
func Named(name string) (Scenario, error) {
	var names []string
	for _, s := range Scenarios() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Scenario{}, fmt.Errorf("no scenario %q: there are %s", name, strings.Join(names, ", "))
}

// Faster returns the scenario with every latency divided by scale, which must
// be at least 1.
func (s Scenario) Faster(scale int) Scenario {
	for _, b := range []*Behaviour{&s.CRM, &s.Orders, &s.Model} {
		b.Latency /= time.Duration(scale)
	}
	return s
}
