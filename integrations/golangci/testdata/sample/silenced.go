package sample

import "net"

// Silenced has findings that directives keep quiet, each in its way.
func Silenced() {
	//lint:ignore nodeadline/net a socket on this machine
	_, _ = net.Dial("tcp", "c:1")
	_, _ = net.Dial("tcp", "d:1") //nolint:budgetlint // a socket on this machine
	_, _ = net.Dial("tcp", "e:1") //nolint:budgetlint
	_, _ = net.Dial("tcp", "f:1") //nolint:nodeadline // a socket on this machine
	_ = 1                         //nolint:budgetlint // nothing is here
}
