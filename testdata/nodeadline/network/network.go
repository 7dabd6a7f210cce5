// Package network: a dial on a network that is not known may be one that waits
// for nobody.
package network

import "net"

func tcp(addr string) (net.Conn, error) {
	return net.Dial("tcp", addr) // want `\(nodeadline/net\)`
}

func udp(addr string) (net.Conn, error) { return net.Dial("udp", addr) }

func either(network, addr string) (net.Conn, error) { return net.Dial(network, addr) }
