// Package body: the text of an error in the body of a reply that says success.
package body

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/gin-gonic/gin"
)

type store interface {
	Load(ctx context.Context, id string) (string, error)
}

type answer struct{ Text string }

func framework(s store) gin.HandlerFunc {
	return func(c *gin.Context) {
		text, err := s.Load(c.Request.Context(), c.Param("id"))
		if err != nil {
			c.JSON(http.StatusOK, gin.H{"message": err.Error()}) // want `becomes entry message with no flag beside it`
			return
		}
		c.JSON(http.StatusOK, answer{Text: text})
	}
}

func failing(s store) gin.HandlerFunc {
	return func(c *gin.Context) {
		text, err := s.Load(c.Request.Context(), c.Param("id"))
		if err != nil {
			c.JSON(http.StatusBadGateway, gin.H{"message": err.Error()})
			return
		}
		c.JSON(http.StatusOK, answer{Text: text})
	}
}

func encoded(s store) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		text, err := s.Load(r.Context(), r.PathValue("id"))
		if err != nil {
			json.NewEncoder(w).Encode(answer{Text: err.Error()}) // want `becomes field Text with no flag beside it`
			return
		}
		json.NewEncoder(w).Encode(answer{Text: text})
	}
}

func status(s store) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		text, err := s.Load(r.Context(), r.PathValue("id"))
		if err != nil {
			w.WriteHeader(http.StatusBadGateway)
			json.NewEncoder(w).Encode(answer{Text: err.Error()})
			return
		}
		json.NewEncoder(w).Encode(answer{Text: text})
	}
}
