package doubles

import "database/sql"

type fakeStore struct{ db *sql.DB }

func (f *fakeStore) ping() error { return f.db.Ping() }
