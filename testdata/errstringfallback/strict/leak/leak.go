// Package leak: the raw text of an error is sent to the user of a service.
package leak

import (
	"context"
	"fmt"
	"net/http"
	"strconv"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

type store interface {
	Load(ctx context.Context, id int) (string, error)
}

func handler(s store) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, err := strconv.Atoi(r.URL.Query().Get("id"))
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest) // the user's own input
			return
		}
		text, err := s.Load(r.Context(), id)
		if err != nil {
			w.Header().Set("X-Reason", err.Error())                                            // want `Header.Set sends the error text of Load \(line 25\) to the user`
			http.Error(w, fmt.Sprintf("cannot load: %v", err), http.StatusInternalServerError) // want `http.Error sends the error text of Load`
			fmt.Fprintf(w, "%v", err)                                                          // want `fmt.Fprintf sends`
			w.Write([]byte(err.Error()))                                                       // want `Write sends`
			return
		}
		fmt.Fprint(w, text)
	}
}

func method(ctx context.Context, s store) (string, error) {
	text, err := s.Load(ctx, 1)
	if err != nil {
		if text == "" {
			return "", status.Error(codes.NotFound, err.Error()) // of the request
		}
		return "", status.Errorf(codes.Internal, "cannot load: %v", err) // want `status.Errorf sends the error text of Load`
	}
	return text, nil
}

// render's input is the error.
func render(w http.ResponseWriter, err error) {
	http.Error(w, err.Error(), http.StatusInternalServerError)
}
