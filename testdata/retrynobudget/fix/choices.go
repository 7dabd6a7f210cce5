package fix

import (
	"context"
	"fmt"
	"time"
)

// Both changes are offered.
func choices(ctx context.Context, s store) (n int, err error) {
	for range 3 {
		var all []string
		if all, err = s.All(ctx); err == nil {
			return len(all), nil
		}
		fmt.Println(err)
		time.Sleep(2 * time.Second) // want `\(retrynobudget/blind\)`
	}
	return 0, err
}

func choicesWithoutError(ctx context.Context, s store, d time.Duration) bool {
	for range 3 {
		if _, err := s.All(ctx); err == nil {
			return true
		}
		<-time.After(d) // want `\(retrynobudget/blind\)`
	}
	return false
}
