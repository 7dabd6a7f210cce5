// Package errors stands for a library that replaces the standard one.
package errors

import "errors"

func Is(err, target error) bool { return errors.Is(err, target) }
