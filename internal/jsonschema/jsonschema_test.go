package jsonschema

import "testing"

func TestCheck(t *testing.T) {
	for name, test := range map[string]struct{ schema, good, bad string }{
		"type":               {`{"type": "string"}`, `"x"`, `1`},
		"one of types":       {`{"type": ["string", "null"]}`, `null`, `1`},
		"integer":            {`{"type": "integer"}`, `1.0`, `1.5`},
		"boolean":            {`{"type": "boolean"}`, `false`, `0`},
		"array":              {`{"type": "array"}`, `[]`, `{}`},
		"enum":               {`{"enum": ["a", 1]}`, `1`, `"b"`},
		"const":              {`{"const": {"a": [1]}}`, `{"a": [1]}`, `{"a": [2]}`},
		"required":           {`{"required": ["a"]}`, `{"a": null}`, `{"b": 1}`},
		"properties":         {`{"properties": {"a": {"type": "string"}}}`, `{"a": "x", "b": 1}`, `{"a": 1}`},
		"no more properties": {`{"properties": {"a": {}}, "additionalProperties": false}`, `{"a": 1}`, `{"a": 1, "b": 1}`},
		"other properties":   {`{"additionalProperties": {"type": "string"}}`, `{"a": "x"}`, `{"a": 1}`},
		"items":              {`{"items": {"type": "string"}}`, `["x"]`, `["x", 1]`},
		"minItems":           {`{"minItems": 1}`, `[1]`, `[]`},
		"uniqueItems":        {`{"uniqueItems": true}`, `[{"a": 1}, {"a": 2}]`, `[{"a": 1}, {"a": 1}]`},
		"minimum":            {`{"minimum": -1}`, `-1`, `-2`},
		"maximum":            {`{"maximum": 1.5}`, `1.5`, `2`},
		"minLength":          {`{"minLength": 2}`, `"öö"`, `"ö"`},
		"pattern":            {`{"pattern": "^a+$"}`, `"aa"`, `"ab"`},
		"date-time":          {`{"format": "date-time"}`, `"2020-01-02T03:04:05Z"`, `"2020-01-02"`},
		"uri":                {`{"format": "uri"}`, `"https://example.com/#a"`, `"a/b"`},
		"uri-reference":      {`{"format": "uri-reference"}`, `"a/b%20c"`, `"a/b c"`},
		"$ref":               {`{"$ref": "#/$defs/a", "$defs": {"a": {"type": "string"}}}`, `"x"`, `1`},
		"$ref to the root":   {`{"type": "object", "properties": {"a": {"$ref": "#"}}}`, `{"a": {"a": {}}}`, `{"a": {"a": 1}}`},
		"anyOf":              {`{"anyOf": [{"type": "string"}, {"minimum": 2}]}`, `2`, `1`},
		"oneOf":              {`{"oneOf": [{"minimum": 2}, {"maximum": 4}]}`, `5`, `3`},
		"allOf":              {`{"allOf": [{"minimum": 2}, {"maximum": 4}]}`, `3`, `5`},
		"not":                {`{"not": {"type": "string"}}`, `1`, `"x"`},
		"false":              {`{"properties": {"a": false}}`, `{}`, `{"a": 1}`},
		"one value":          {`true`, `1`, `1 2`},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := Parse([]byte(test.schema))
			if err != nil {
				t.Fatal(err)
			}
			if wrong := s.Check([]byte(test.good)); len(wrong) > 0 {
				t.Errorf("%s: %q", test.good, wrong)
			}
			if wrong := s.Check([]byte(test.bad)); len(wrong) == 0 {
				t.Errorf("%s is valid", test.bad)
			}
		})
	}
}

func TestUnknown(t *testing.T) {
	for name, schema := range map[string]string{
		"keyword":              `{"multipleOf": 2}`,
		"keyword deep within":  `{"properties": {"a": {"items": {"anyOf": [{"if": true}]}}}}`,
		"keyword of the other": `{"$defs": {"a": {"maxItems": 2}}}`,
		"format":               `{"format": "ipv4"}`,
		"pattern":              `{"pattern": "("}`,
		"$ref":                 `{"$ref": "#/$defs/a"}`,
		"$ref elsewhere":       `{"$ref": "https://example.com/"}`,
		"no schema":            `{"items": []}`,
		"no JSON":              `{`,
	} {
		if _, err := Parse([]byte(schema)); err == nil {
			t.Errorf("%s: %s is accepted", name, schema)
		}
	}
}
