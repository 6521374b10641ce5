// note: a process that ends takes one more step, and is gone afterwards
// expect: end-states=true
// decided-by: scout explicit
// states: 7
// transitions: 8
active [2] proctype Brief() {
	skip
}
