package sample

import (
	"context"
	"testing"
	"time"
)

func TestWait(t *testing.T) { wait(t.Context()) }

func wait(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	<-ctx.Done()
}
