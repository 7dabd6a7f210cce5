// Package budgetotel counts where the time of requests goes: it is a
// [budget.Observer] that records OpenTelemetry metrics. It depends on the metric
// API only and does not know where the numbers go: the program brings the SDK and
// an exporter.
//
//	o, err := budgetotel.New(otel.GetMeterProvider())
//	if err != nil {
//		return err
//	}
//	var short = budget.Class{Name: "short", Total: 10 * time.Second, Observer: o}
//
// These are its instruments:
//
//	budget.hop.duration   histogram, s   attempts that were made: what each took   hop, class, reason
//	budget.hop.given      histogram, s   what they were given                      hop, class
//	budget.hop.unbounded  counter        those of them that nothing bounded        hop, class
//	budget.hop.refused    counter        first attempts that were not made         hop, class, reason
//	budget.retry.denied   counter        further attempts that were not made       hop, class, reason
//	budget.left           histogram, s   what requests had left at their reply     class
//
// The attribute reason is "ok" or a [budget.Reason]. Time ran out in the hops that
// have hop_timeout (the hop was slow) or budget_timeout (it was given too little).
// An unbounded attempt can wait for ever, and is worth an alarm. What budget.left
// counts at zero and below was late; its sum falls with those, so that it is no
// counter.
//
// What otelhttp and otelgrpc measure, this does not measure again.
package budgetotel
