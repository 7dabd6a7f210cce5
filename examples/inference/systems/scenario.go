package systems

import (
	"fmt"
	"strings"
	"time"
)

// A Scenario is some questions on a day on which something happens to the
// systems.
type Scenario struct {
	Name, About string
	Load        []Arrival
}

// Scenarios returns the scenarios that have a name.
func Scenarios() []Scenario {
	question := func(n int, answer time.Duration, change func(*Cost)) Arrival {
		a := Arrival{At: time.Duration(n) * time.Second, Question: Question{
			Text: fmt.Sprintf("question %d", n+1),
			Cost: Cost{Search: 80 * time.Millisecond, Tokens: int(answer / Token)},
		}}
		if change != nil {
			change(&a.Question.Cost)
		}
		return a
	}
	questions := func(change func(*Cost)) []Arrival {
		return []Arrival{
			question(0, 1200*time.Millisecond, change),
			question(1, 5300*time.Millisecond, change),
			question(2, 2100*time.Millisecond, change),
			question(3, 700*time.Millisecond, change),
		}
	}
	flood := questions(nil)
	for i := range 9 {
		a := question(0, 25*time.Second, nil)
		a.Document, a.Question.Text = true, fmt.Sprintf("document %d", i+1)
		flood = append(flood, a)
	}
	return []Scenario{
		{"normal", "every system answers as usual", questions(nil)},
		{"rebuild", "an index rebuild takes each search from 80 ms to 3 s", questions(func(c *Cost) { c.Search = 3 * time.Second })},
		{"outage", "the model hangs", questions(func(c *Cost) { c.ModelHangs = true })},
		{"flood", "nine long documents come at once", flood},
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

// Faster returns the load with every time divided by scale, which must be at
// least 1. Those of the answers are the processor's.
func (s Scenario) Faster(scale int) []Arrival {
	for i := range s.Load {
		a := &s.Load[i]
		a.At /= time.Duration(scale)
		a.Question.Cost.Search /= time.Duration(scale)
	}
	return s.Load
}
