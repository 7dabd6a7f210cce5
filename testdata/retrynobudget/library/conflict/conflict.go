// Package conflict: only one known condition is tried again, so that a dead
// context ends it.
package conflict

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/util/retry"
)

var slow = wait.Backoff{Steps: 5, Duration: time.Second, Factor: 2}

func conflict(ctx context.Context, k kubernetes.Interface, p *corev1.Pod) error {
	return retry.RetryOnConflict(slow, func() error {
		_, err := k.CoreV1().Pods("a").Update(ctx, p, metav1.UpdateOptions{})
		return err
	})
}

func known(ctx context.Context, k kubernetes.Interface, p *corev1.Pod) error {
	return retry.OnError(slow, errors.IsServerTimeout, func() error {
		_, err := k.CoreV1().Pods("a").Update(ctx, p, metav1.UpdateOptions{})
		return err
	})
}

func any(ctx context.Context, k kubernetes.Interface, p *corev1.Pod) error {
	return retry.OnError(slow, func(error) bool { return true }, func() error { // want `retry.OnError goes on after ctx \(parameter, line 33\) has ended: it makes up to 5 attempts and is not told about ctx; let its predicate ask ctx.Err\(\)`
		_, err := k.CoreV1().Pods("a").Update(ctx, p, metav1.UpdateOptions{})
		return err
	})
}

func soon(ctx context.Context, k kubernetes.Interface, p *corev1.Pod) error {
	return retry.OnError(retry.DefaultRetry, func(error) bool { return true }, func() error {
		_, err := k.CoreV1().Pods("a").Update(ctx, p, metav1.UpdateOptions{})
		return err
	})
}

func anyButFound(ctx context.Context, k kubernetes.Interface, p *corev1.Pod) error {
	return retry.OnError(slow, func(err error) bool { return !errors.IsNotFound(err) }, func() error { // want `retry.OnError goes on`
		_, err := k.CoreV1().Pods("a").Update(ctx, p, metav1.UpdateOptions{})
		return err
	})
}

func anything(ctx context.Context, k kubernetes.Interface, p *corev1.Pod) error {
	return retry.OnError(slow, func(err error) bool { return err != nil }, func() error { // want `retry.OnError goes on`
		_, err := k.CoreV1().Pods("a").Update(ctx, p, metav1.UpdateOptions{})
		return err
	})
}
