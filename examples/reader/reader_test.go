package reader

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// The same 200 requests three times. What is returned at the moment of failure
// costs no time, and decides whether the reader invents.
func TestReplies(t *testing.T) {
	tests := []struct {
		name              string
		reply             Reply
		invented, notices int
	}{
		{"text", Text, 231, 0},      // seven a request
		{"empty", Empty, 198, 0},    // six
		{"partial", Partial, 0, 33}, // none, and all are told
	}
	requests := Requests(200, 33, 1)
	var p95 []time.Duration
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				invented, notices := 0, 0
				var took []time.Duration
				for _, r := range requests {
					start := time.Now()
					report := Read(Answer(t.Context(), r, tt.reply))
					took = append(took, time.Since(start))
					invented += report.Invented
					if report.Notice {
						notices++
					}
					if report.Invented == 0 && !report.Notice && report.Fields["Status"] != "on its way" {
						t.Errorf("an answer was lost: %v", report.Fields)
					}
				}
				if invented != tt.invented || notices != tt.notices {
					t.Errorf("%d fields invented, %d notices; want %d, %d", invented, notices, tt.invented, tt.notices)
				}
				slices.Sort(took)
				p95 = append(p95, took[len(took)*95/100])
			})
		})
	}
	if len(p95) != 3 || p95[0] != p95[1] || p95[0] != p95[2] {
		t.Errorf("p95 %v, want three that are equal", p95)
	}
}
