// Package ldap: dialing has 60 s, requests nothing until SetTimeout.
package ldap

import (
	"time"

	"github.com/go-ldap/ldap/v3"
)

func search(url string) (*ldap.SearchResult, error) {
	l, err := ldap.DialURL(url)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	return l.Search(&ldap.SearchRequest{}) // want `\(nodeadline/other\)`
}

func searchLimit(url string) (*ldap.SearchResult, error) {
	l, err := ldap.DialURL(url)
	if err != nil {
		return nil, err
	}
	defer l.Close()
	l.SetTimeout(5 * time.Second)
	return l.Search(&ldap.SearchRequest{})
}

func given(l *ldap.Conn) (*ldap.SearchResult, error) {
	return l.Search(&ldap.SearchRequest{}) // a connection of unknown making
}

var _ = []any{search, searchLimit, given}
