// Package budgethttp carries a request's budget over HTTP: a middleware that
// starts the budget when a request comes in, a transport that tells the next
// service what is left, and the replies for when that was too little. It knows
// nothing of what is asked.
//
// There is no standard header for a deadline. What is sent is how long the
// receiver has, in milliseconds (Request-Timeout-Ms), made anew for each attempt:
// a length of time needs no common clock, and the unit is in the name. Other
// headers in use are understood when they are switched on. A caller can only
// shorten the budget that the server gives.
package budgethttp
