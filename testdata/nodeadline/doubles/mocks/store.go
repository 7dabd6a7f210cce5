// Package mocks holds nothing else.
package mocks

import "database/sql"

type Store struct{ DB *sql.DB }

func (s *Store) Ping() error { return s.DB.Ping() }
