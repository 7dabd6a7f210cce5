// Package round: a job that is done again until nothing of it has failed.
package round

import (
	"context"
	"time"
)

type job struct {
	failed bool
	left   int
}

type api interface {
	Notify(ctx context.Context, j *job) error
}

func (j *job) run(ctx context.Context, a api, work func(*job), delay time.Duration) {
	for try := 1; try <= 3; try++ {
		work(j)
		if err := a.Notify(ctx, j); err != nil {
			println(err.Error())
		}
		if j.failed {
			j.failed = false
			time.Sleep(delay) // want `time.Sleep between two rounds of this loop cannot be ended by ctx`
			continue
		}
		break
	}
}

// flagged keeps in a variable whether it failed.
func flagged(ctx context.Context, a api, j *job, delay time.Duration) {
	for try := 1; try <= 3; try++ {
		success := true
		if err := a.Notify(ctx, j); err != nil {
			println(err.Error())
			success = false
		}
		println(try)
		if success {
			break
		}
		time.Sleep(delay) // want `time.Sleep between two tries of Notify cannot be ended by ctx`
	}
}
