//go:build !unix

package wholefile

func limitIsAnError() {}
