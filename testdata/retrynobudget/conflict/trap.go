// Package conflict: what is done before the next try fails once the context has
// ended, and leaves the loop.
package conflict

import (
	"context"
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/typed/core/v1"
)

var errStopped = errors.New("stopped")

// reread pauses for a moment, and reads what it changes anew.
func reread(ctx context.Context, pods v1.PodInterface, pod *corev1.Pod) error {
	for range 10 {
		if pod.Labels == nil {
			return errStopped
		}
		pod.Labels["stopped"] = "true"
		updated, err := pods.Update(ctx, pod, metav1.UpdateOptions{})
		if err == nil {
			_ = updated
			return nil
		}
		if !apierrors.IsConflict(err) {
			return err
		}
		time.Sleep(100 * time.Millisecond)
		pod, err = pods.Get(ctx, pod.Name, metav1.GetOptions{})
		if err != nil {
			return err
		}
	}
	return nil
}

// slow does the same, and its pause is too long to wait for.
func slow(ctx context.Context, pods v1.PodInterface, pod *corev1.Pod) error {
	for range 10 {
		_, err := pods.Update(ctx, pod, metav1.UpdateOptions{})
		if err == nil {
			return nil
		}
		if !apierrors.IsConflict(err) {
			return err
		}
		time.Sleep(5 * time.Second) // want `time.Sleep \(5s\) between two tries of Update cannot be ended by ctx`
	}
	return nil
}

// all tries again whatever happened.
func all(ctx context.Context, pods v1.PodInterface, pod *corev1.Pod) (err error) {
	for range 10 {
		if _, err = pods.Update(ctx, pod, metav1.UpdateOptions{}); err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond) // want `time.Sleep \(100ms\) between two tries of Update cannot be ended by ctx`
	}
	return err
}
