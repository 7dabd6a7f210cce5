package inference

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/budgetlint/budgetlint/examples/inference/systems"
)

// mix is a day in small: questions that come as they like, searches and answers
// with a long tail, now and then an answer that does not end by itself or a long
// document, and an index rebuild.
func mix() []systems.Arrival {
	const (
		n       = 2000
		rate    = 2.5 // questions a second
		runaway = 0.012
		long    = 0.006
	)
	random := rand.New(rand.NewPCG(8, 31))
	// lognormal draws a duration with that median.
	lognormal := func(median time.Duration, sigma float64) time.Duration {
		return time.Duration(float64(median) * math.Exp(sigma*random.NormFloat64()))
	}
	var load []systems.Arrival
	at := time.Duration(0)
	for range n {
		at += time.Duration(random.ExpFloat64() / rate * float64(time.Second))
		a := systems.Arrival{At: at, Question: systems.Question{Text: "the mix"}}
		cost := &a.Question.Cost
		cost.Search = lognormal(80*ms, 0.4)
		if at > 300*sec && at < 330*sec { // the rebuild
			cost.Search = lognormal(3*sec, 0.1)
		}
		cost.Tokens = tokens(min(lognormal(1200*ms, 0.5), 10*sec))
		switch p := random.Float64(); {
		case p < runaway:
			cost.Tokens = tokens(40 * sec)
		case p < runaway+long:
			a.Document = true
			cost.Tokens = tokens(30*sec) + random.IntN(tokens(20*sec))
		}
		load = append(load, a)
	}
	return load
}

// shortOnes returns how long short questions waited, sorted.
func shortOnes(outcomes []systems.Outcome) []time.Duration {
	var waited []time.Duration
	for _, o := range outcomes {
		if !o.Document {
			waited = append(waited, o.Done)
		}
	}
	slices.Sort(waited)
	return waited
}

func percentile(sorted []time.Duration, p float64) time.Duration {
	return sorted[int(math.Ceil(p*float64(len(sorted))))-1]
}

func over(sorted []time.Duration, limit time.Duration) float64 {
	i, _ := slices.BinarySearch(sorted, limit+1)
	return float64(len(sorted)-i) / float64(len(sorted))
}

func TestMix(t *testing.T) {
	load := mix()
	for _, v := range []struct {
		name string
		r    *result
	}{{"before", replay(t, before, load)}, {"after", replay(t, after, load)}} {
		w := shortOnes(v.r.outcomes)
		complete, inTime := 0, 0
		lc, la, ln := 0, 0, 0
		var lmax time.Duration
		for _, o := range v.r.outcomes {
			if o.Document {
				ln++
				if o.Accepted {
					la++
				}
				if o.Complete() {
					lc++
				}
				lmax = max(lmax, o.Done)
				continue
			}
			if o.Complete() {
				complete++
				if o.Done <= 8*sec {
					inTime++
				}
			}
		}
		t.Logf("%s: p50 %v p90 %v p95 %v p99 %v max %v over %.2f%% complete %.1f%% complete in time %.1f%%", v.name, percentile(w, .5), percentile(w, .9), percentile(w, .95), percentile(w, .99), w[len(w)-1],
			100*over(w, 8*sec), 100*float64(complete)/float64(len(w)), 100*float64(inTime)/float64(len(w)))
		t.Logf("long %d accepted %d complete %d max %v; meter %+v; ran out %v %v", ln, la, lc, lmax, v.r.meter, v.r.gateway.RanOut(), v.r.model.RanOut())
	}
}
