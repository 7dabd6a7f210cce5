// Package channel: the text of an error is sent where answers are received.
package channel

import "context"

type ask func(context.Context) (string, error)

type piece struct{ Text string }

type outcome struct {
	Text string
	Err  error
}

type logEvent struct{ Text string }

func stream(ctx context.Context, a ask, out chan<- string, pieces chan<- piece, outcomes chan<- outcome, events chan<- logEvent, errs chan<- string) {
	text, err := a(ctx)
	if err != nil {
		out <- err.Error()                 // want `becomes the value sent with no flag`
		pieces <- piece{Text: err.Error()} // want `becomes field Text with no flag`
		outcomes <- outcome{Err: err, Text: err.Error()}
		events <- logEvent{Text: err.Error()}
		errs <- err.Error()
		return
	}
	out <- text
}
