// Package wait: polls of Kubernetes, which an error ends.
package wait

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
)

func running(p *corev1.Pod) bool { return p.Status.Phase == corev1.PodRunning }

// swallowed: the error of a dead context means "not yet".
func swallowed(ctx context.Context, k kubernetes.Interface) error {
	return wait.PollImmediate(time.Second, 5*time.Minute, func() (bool, error) { // want `wait.PollImmediate goes on after ctx \(parameter, line 17\) has ended: it tries for up to 5m0s and is not told about ctx; use wait.PollUntilContextTimeout\(ctx, ...\)`
		p, err := k.CoreV1().Pods("a").Get(ctx, "b", metav1.GetOptions{})
		if err != nil {
			return false, nil
		}
		return running(p), nil
	})
}

// returned: the first poll after the end fails and ends it.
func returned(ctx context.Context, k kubernetes.Interface) error {
	return wait.PollImmediate(500*time.Millisecond, 5*time.Minute, func() (bool, error) {
		p, err := k.CoreV1().Pods("a").Get(ctx, "b", metav1.GetOptions{})
		if err != nil {
			return false, err
		}
		return running(p), nil
	})
}

// returnedLate: only the pause goes on.
func returnedLate(ctx context.Context, k kubernetes.Interface) error {
	return wait.PollImmediate(15*time.Second, 5*time.Minute, func() (bool, error) { // want `wait.PollImmediate pauses on for up to 15s after ctx \(parameter, line 39\) has ended: it is not told about ctx; use wait.PollUntilContextTimeout\(ctx, ...\)`
		p, err := k.CoreV1().Pods("a").Get(ctx, "b", metav1.GetOptions{})
		if err != nil {
			return false, err
		}
		return running(p), nil
	})
}

// returnedEmpty: the error is never that of the caller's context.
func returnedEmpty(ctx context.Context, k kubernetes.Interface) error {
	return wait.PollImmediate(time.Second, 5*time.Minute, func() (bool, error) { // want `wait.PollImmediate goes on`
		p, err := k.CoreV1().Pods("a").Get(context.TODO(), "b", metav1.GetOptions{})
		if err != nil {
			return false, err
		}
		return running(p), nil
	})
}

func passed(ctx context.Context, done func() (bool, error)) error {
	return wait.PollImmediate(time.Minute, 5*time.Minute, done)
}

func asked(ctx context.Context, done func() bool) error {
	return wait.Poll(time.Second, 5*time.Minute, func() (bool, error) {
		if ctx.Err() != nil {
			return false, ctx.Err()
		}
		return done(), nil
	})
}

// local: nothing in the condition knows the context.
func local(ctx context.Context, ready chan bool) error {
	return wait.Poll(time.Second, 5*time.Minute, func() (bool, error) { // want `wait.Poll goes on`
		return len(ready) > 0, nil
	})
}

func told(ctx context.Context, ready chan bool) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, 5*time.Minute, true, func(context.Context) (bool, error) { return len(ready) > 0, nil })
}

// fresh is also a limit that starts anew (freshtimeout/reset).
func fresh(ctx context.Context, ready chan bool) error {
	return wait.PollUntilContextTimeout(context.Background(), time.Second, 5*time.Minute, true, func(context.Context) (bool, error) { return len(ready) > 0, nil }) // want `wait.PollUntilContextTimeout goes on after ctx \(parameter, line 85\) has ended: it tries for up to 5m0s and its context is context.Background\(\); pass ctx`
}

func uncapped(ctx context.Context, ready chan bool) error {
	return wait.PollUntilContextCancel(context.Background(), time.Second, true, func(context.Context) (bool, error) { return len(ready) > 0, nil }) // want `wait.PollUntilContextCancel goes on .* tries until it succeeds and its context is context.Background\(\); pass ctx`
}

func stopped(ctx context.Context, ready chan bool) error {
	return wait.PollUntil(time.Second, func() (bool, error) { return len(ready) > 0, nil }, ctx.Done())
}

func stoppedElsewhere(ctx context.Context, ready chan bool, stop chan struct{}) error {
	return wait.PollUntil(time.Second, func() (bool, error) { return len(ready) > 0, nil }, stop)
}

func neverStopped(ctx context.Context, ready chan bool) error {
	return wait.PollImmediateUntil(time.Second, func() (bool, error) { return len(ready) > 0, nil }, wait.NeverStop) // want `wait.PollImmediateUntil goes on`
}

func infinite(ready chan bool) error {
	return wait.PollImmediateInfinite(time.Second, func() (bool, error) { return len(ready) > 0, nil }) // want `wait.PollImmediateInfinite has no end: it polls until it is done, and no context ends it;`
}

func limited(ready chan bool) error {
	return wait.PollImmediate(time.Second, time.Minute, func() (bool, error) { return len(ready) > 0, nil })
}

func backoff(ctx context.Context, ready chan bool) error {
	return wait.ExponentialBackoff(wait.Backoff{Steps: 5, Duration: time.Second, Factor: 2}, func() (bool, error) { return len(ready) > 0, nil }) // want `wait.ExponentialBackoff goes on .* makes up to 5 attempts and is not told about ctx; use wait.ExponentialBackoffWithContext\(ctx, ...\)`
}

func backoffSoon(ctx context.Context, ready chan bool) error {
	return wait.ExponentialBackoff(wait.Backoff{Steps: 5, Duration: 10 * time.Millisecond, Factor: 2}, func() (bool, error) { return len(ready) > 0, nil })
}

var slow = wait.Backoff{Steps: 6, Duration: time.Second}

func backoffVariable(ctx context.Context, ready chan bool) error {
	return wait.ExponentialBackoff(slow, func() (bool, error) { return len(ready) > 0, nil }) // want `makes up to 6 attempts`
}

func backoffTold(ctx context.Context, ready chan bool) error {
	return wait.ExponentialBackoffWithContext(ctx, slow, func(context.Context) (bool, error) { return len(ready) > 0, nil })
}
