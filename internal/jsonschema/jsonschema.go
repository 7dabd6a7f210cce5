// Package jsonschema checks JSON against a schema, for tests: as much of JSON
// Schema (drafts 7 to 2020-12) as the schemas here use. A keyword that it does
// not know is an error, so that nothing goes unchecked.
package jsonschema

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// A Schema is a parsed schema.
type Schema struct{ root any }

// Parse reads a schema and returns an error for what Check does not know.
func Parse(text []byte) (*Schema, error) {
	root, err := decode(text)
	if err != nil {
		return nil, err
	}
	s := &Schema{root}
	return s, s.known("#", root)
}

// Check returns what is wrong with a document, nothing if it is valid.
func (s *Schema) Check(document []byte) []string {
	v, err := decode(document)
	if err != nil {
		return []string{err.Error()}
	}
	return s.check(s.root, "", v)
}

func decode(text []byte) (any, error) {
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, fmt.Errorf("more than one value")
	}
	return v, nil
}

// notes are the keywords that say nothing about what is valid.
var notes = []string{"$schema", "$id", "title", "description", "default", "examples", "$comment"}

// known returns an error if a schema has a keyword that is not checked.
func (s *Schema) known(at string, schema any) error {
	if _, ok := schema.(bool); ok {
		return nil
	}
	m, ok := schema.(map[string]any)
	if !ok {
		return fmt.Errorf("%s is no schema", at)
	}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		at := at + "/" + k
		var err error
		switch k {
		case "properties", "definitions", "$defs":
			subs, _ := m[k].(map[string]any)
			for _, name := range slices.Sorted(maps.Keys(subs)) {
				if err = s.known(at+"/"+name, subs[name]); err != nil {
					break
				}
			}
		case "items", "additionalProperties", "not":
			err = s.known(at, m[k])
		case "anyOf", "oneOf", "allOf":
			subs, _ := m[k].([]any)
			for i, sub := range subs {
				if err = s.known(fmt.Sprint(at, "/", i), sub); err != nil {
					break
				}
			}
		case "$ref":
			ref, _ := m[k].(string)
			_, err = s.resolve(ref)
		case "pattern":
			p, _ := m[k].(string)
			_, err = regexp.Compile(p)
		case "format":
			if f := m[k]; f != "uri" && f != "uri-reference" && f != "date-time" {
				err = fmt.Errorf("%s: format %v is not known", at, f)
			}
		case "type", "enum", "const", "required", "minimum", "maximum", "minItems", "minLength", "uniqueItems":
		default:
			if !slices.Contains(notes, k) {
				err = fmt.Errorf("%s is not known", at)
			}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *Schema) resolve(ref string) (any, error) {
	path, ok := strings.CutPrefix(ref, "#")
	if !ok {
		return nil, fmt.Errorf("$ref %s leads elsewhere", ref)
	}
	at := s.root
	for part := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		if part == "" {
			continue
		}
		m, _ := at.(map[string]any)
		if at, ok = m[part]; !ok {
			return nil, fmt.Errorf("$ref %s leads nowhere", ref)
		}
	}
	return at, nil
}

func (s *Schema) check(schema any, at string, v any) []string {
	if b, ok := schema.(bool); ok {
		if b {
			return nil
		}
		return []string{at + ": not allowed"}
	}
	m := schema.(map[string]any)
	var out []string
	wrong := func(format string, args ...any) {
		out = append(out, fmt.Sprintf("%s: %s", "$"+at, fmt.Sprintf(format, args...)))
	}
	if ref, ok := m["$ref"].(string); ok {
		target, err := s.resolve(ref)
		if err != nil {
			wrong("%v", err)
			return out
		}
		out = append(out, s.check(target, at, v)...)
	}
	switch t := m["type"].(type) {
	case string:
		if !is(v, t) {
			wrong("is %s, want %s", kind(v), t)
		}
	case []any:
		if !slices.ContainsFunc(t, func(t any) bool { return is(v, t.(string)) }) {
			wrong("is %s, want one of %v", kind(v), t)
		}
	}
	if enum, ok := m["enum"].([]any); ok && !slices.ContainsFunc(enum, func(e any) bool { return reflect.DeepEqual(e, v) }) {
		wrong("is %v, want one of %v", v, enum)
	}
	if c, ok := m["const"]; ok && !reflect.DeepEqual(c, v) {
		wrong("is %v, want %v", v, c)
	}
	valid := func(sub any) bool { return len(s.check(sub, at, v)) == 0 }
	for _, sub := range list(m["allOf"]) {
		out = append(out, s.check(sub, at, v)...)
	}
	if any := list(m["anyOf"]); len(any) > 0 && !slices.ContainsFunc(any, valid) {
		wrong("is none of anyOf")
	}
	if one := list(m["oneOf"]); len(one) > 0 {
		n := 0
		for _, sub := range one {
			if valid(sub) {
				n++
			}
		}
		if n != 1 {
			wrong("is %d of oneOf", n)
		}
	}
	if not, ok := m["not"]; ok && valid(not) {
		wrong("is what it must not be")
	}
	switch v := v.(type) {
	case map[string]any:
		out = append(out, s.object(m, at, v)...)
	case []any:
		if n, ok := number(m["minItems"]); ok && big.NewRat(int64(len(v)), 1).Cmp(n) < 0 {
			wrong("has %d items, want %v", len(v), m["minItems"])
		}
		if m["uniqueItems"] == true {
			for i := range v {
				for j := range i {
					if reflect.DeepEqual(v[i], v[j]) {
						wrong("items %d and %d are equal", j, i)
					}
				}
			}
		}
		if items, ok := m["items"]; ok {
			for i, x := range v {
				out = append(out, s.check(items, fmt.Sprint(at, "/", i), x)...)
			}
		}
	case string:
		if n, ok := number(m["minLength"]); ok && big.NewRat(int64(utf8.RuneCountInString(v)), 1).Cmp(n) < 0 {
			wrong("%q is shorter than %v", v, m["minLength"])
		}
		if p, ok := m["pattern"].(string); ok && !regexp.MustCompile(p).MatchString(v) {
			wrong("%q does not match %s", v, p)
		}
		if f, ok := m["format"].(string); ok {
			if err := format(f, v); err != nil {
				wrong("%v", err)
			}
		}
	case json.Number:
		n, _ := number(v)
		if low, ok := number(m["minimum"]); ok && n.Cmp(low) < 0 {
			wrong("%v is less than %v", v, m["minimum"])
		}
		if high, ok := number(m["maximum"]); ok && n.Cmp(high) > 0 {
			wrong("%v is more than %v", v, m["maximum"])
		}
	}
	return out
}

func (s *Schema) object(m map[string]any, at string, v map[string]any) []string {
	var out []string
	for _, name := range list(m["required"]) {
		if _, ok := v[name.(string)]; !ok {
			out = append(out, fmt.Sprintf("$%s: lacks %s", at, name))
		}
	}
	properties, _ := m["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(v)) {
		sub, ok := properties[name]
		if !ok {
			sub, ok = m["additionalProperties"]
		}
		switch {
		case !ok:
		case sub == false:
			out = append(out, fmt.Sprintf("$%s: has %s, which it must not", at, name))
		default:
			out = append(out, s.check(sub, at+"/"+name, v[name])...)
		}
	}
	return out
}

func list(v any) []any {
	l, _ := v.([]any)
	return l
}

func number(v any) (*big.Rat, bool) {
	n, ok := v.(json.Number)
	if !ok {
		return nil, false
	}
	return new(big.Rat).SetString(n.String())
}

func kind(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case json.Number:
		return "number"
	case string:
		return "string"
	case []any:
		return "array"
	}
	return "object"
}

func is(v any, want string) bool {
	if want == "integer" {
		n, ok := number(v)
		return ok && n.IsInt()
	}
	return kind(v) == want
}

func format(name, v string) error {
	switch name {
	case "date-time":
		_, err := time.Parse(time.RFC3339, v)
		return err
	case "uri":
		u, err := url.Parse(v)
		if err == nil && u.Scheme == "" {
			return fmt.Errorf("%q is no absolute URI", v)
		}
		return err
	}
	_, err := url.Parse(v)
	if err == nil && strings.ContainsAny(v, " \\") {
		return fmt.Errorf("%q is no URI", v)
	}
	return err
}
