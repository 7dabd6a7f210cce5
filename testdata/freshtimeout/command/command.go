// Package command: a command has a context only if the program gives it one,
// and a function that asks for it shows that it does.
package command

import (
	"context"
	"database/sql"
	"time"

	"github.com/spf13/cobra"
)

func commands(db *sql.DB) []*cobra.Command {
	return []*cobra.Command{{
		Use: "plain",
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // a command's first context
			defer cancel()
			return db.PingContext(ctx)
		},
	}, {
		Use: "asked",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := db.PingContext(cmd.Context()); err != nil {
				return err
			}
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute) // want `although cmd\.Context\(\) \(request, line 23\) .*\(freshtimeout/reset\)`
			defer cancel()
			return db.PingContext(ctx)
		},
	}, {
		Use: "derived",
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx, cancel := context.WithTimeout(cmd.Context(), time.Minute)
			defer cancel()
			return db.PingContext(ctx)
		},
	}}
}
