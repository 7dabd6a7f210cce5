package compose

import _ "embed"

// Source is the text of the package but for this file.
//
//go:embed compose.go
var Source string
