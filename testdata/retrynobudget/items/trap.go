// Package items: each turn makes another call.
package items

import (
	"context"
	"time"
)

type item struct{ id string }

type api interface {
	Send(ctx context.Context, it item) error
	Page(ctx context.Context, token string) (items []item, next string, err error)
	Dial(ctx context.Context, host string) error
	Sync(ctx context.Context) error
}

func throttled(ctx context.Context, a api, all []item) error {
	for _, it := range all {
		if err := a.Send(ctx, it); err != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

func indexed(ctx context.Context, a api, all []item) (err error) {
	for i := 0; i < len(all); i++ {
		if err = a.Send(ctx, all[i]); err != nil {
			time.Sleep(time.Second)
		}
	}
	return err
}

func messages(ctx context.Context, a api, queue <-chan item) {
	for it := range queue {
		if err := a.Send(ctx, it); err != nil {
			time.Sleep(time.Second)
		}
	}
}

func pages(ctx context.Context, a api) (all []item, err error) {
	token := ""
	for {
		items, next, err := a.Page(ctx, token)
		if err != nil {
			return nil, err
		}
		all = append(all, items...)
		if next == "" {
			return all, nil
		}
		token = next
		time.Sleep(time.Second)
	}
}

// page tries the same page again.
func page(ctx context.Context, a api) (all []item) {
	token := ""
	for {
		items, next, err := a.Page(ctx, token)
		if err != nil {
			time.Sleep(time.Second) // want `between two tries of Page`
			continue
		}
		all = append(all, items...)
		if next == "" {
			return all
		}
		token = next
	}
}

func failover(ctx context.Context, a api, hosts []string) (err error) {
	for _, h := range hosts {
		if err = a.Dial(ctx, h); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func random(ctx context.Context, a api, hosts []string, pick func(int) int) (err error) {
	for range hosts {
		if err = a.Dial(ctx, hosts[pick(len(hosts))]); err == nil {
			return nil
		}
	}
	return err
}

// ticks is a job that a ticker starts.
func ticks(ctx context.Context, a api) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for range t.C {
		if err := a.Sync(ctx); err != nil {
			time.Sleep(time.Second)
		}
	}
}

// periodic goes on after success.
func periodic(ctx context.Context, a api, note func(error)) {
	for ctx.Err() == nil {
		if err := a.Sync(ctx); err != nil {
			note(err)
		}
		time.Sleep(10 * time.Second)
	}
}
