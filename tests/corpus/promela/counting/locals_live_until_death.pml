// note: a local keeps its value until its process dies, though nobody reads it again
// expect: end-states=true
// decided-by: scout explicit
// states: 11
// transitions: 12
active proctype Spender() {
	byte coins;
	if
	:: coins = 1
	:: coins = 2
	:: coins = 3
	fi;
	skip;
	skip
}
