// Package webframework: the contexts of web frameworks carry the request's.
package webframework

import (
	"context"
	"database/sql"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/go-chi/chi/v5"
	"github.com/gofiber/fiber/v2"
	"github.com/labstack/echo/v4"
)

const limit = 5 * time.Second

type server struct{ db *sql.DB }

func (s *server) gin(c *gin.Context) {
	ctx, cancel := context.WithTimeout(context.Background(), limit) // want `although c\.Request\.Context\(\) \(request, line 20\) carries the caller's deadline: derive it from c\.Request\.Context\(\) \(freshtimeout/reset\)$`
	defer cancel()
	if s.db.PingContext(ctx) != nil {
		c.Status(http.StatusServiceUnavailable)
	}
}

func (s *server) ginDerived(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), limit)
	defer cancel()
	if s.db.PingContext(ctx) != nil {
		c.Status(http.StatusServiceUnavailable)
	}
}

// gin's context is a context.Context itself.
func (s *server) ginItself(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c, limit)
	defer cancel()
	if s.db.PingContext(ctx) != nil {
		c.Status(http.StatusServiceUnavailable)
	}
}

func (s *server) echo(c echo.Context) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit) // want `although c\.Request\(\)\.Context\(\) \(request, line 45\) .*\(freshtimeout/reset\)`
	defer cancel()
	return s.db.PingContext(ctx)
}

func (s *server) echoDerived(c echo.Context) error {
	ctx, cancel := context.WithTimeout(c.Request().Context(), limit)
	defer cancel()
	return s.db.PingContext(ctx)
}

func (s *server) fiber(c *fiber.Ctx) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit) // want `although c\.UserContext\(\) \(request, line 57\) .*\(freshtimeout/reset\)`
	defer cancel()
	return s.db.PingContext(ctx)
}

func (s *server) fiberDerived(c *fiber.Ctx) error {
	ctx, cancel := context.WithTimeout(c.UserContext(), limit)
	defer cancel()
	return s.db.PingContext(ctx)
}

func (s *server) routes(r chi.Router, g *gin.Engine, e *echo.Echo, f *fiber.App) {
	r.Get("/users/{id}", func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(context.Background(), limit) // want `although r\.Context\(\) .*\(freshtimeout/reset\)`
		defer cancel()
		_, _ = s.db.ExecContext(ctx, "UPDATE users SET seen = now() WHERE id = $1", chi.URLParam(r, "id"))
	})
	r.Use(func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ctx, cancel := context.WithTimeout(r.Context(), limit)
			defer cancel()
			next.ServeHTTP(w, r.WithContext(ctx))
		})
	})
	g.GET("/users", func(c *gin.Context) {
		ctx, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		_ = s.db.PingContext(ctx)
	})
	e.GET("/users", func(c echo.Context) error {
		ctx, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		return s.db.PingContext(ctx)
	})
	f.Get("/users", func(c *fiber.Ctx) error {
		ctx, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		return s.db.PingContext(ctx)
	})
}

// A middleware hands the fresh context on with the request.
func middleware(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		ctx, cancel := context.WithTimeout(context.Background(), limit) // want `\(freshtimeout/reset\)`
		defer cancel()
		c.SetRequest(c.Request().WithContext(ctx))
		return next(c)
	}
}

// gin's documentation asks for a copy where a goroutine goes on.
func (s *server) ginCopy(c *gin.Context) {
	own := c.Copy()
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		_, _ = s.db.ExecContext(ctx, "SELECT $1", own.Param("id"))
	}()
}
