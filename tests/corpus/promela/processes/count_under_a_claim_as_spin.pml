// note: with Spin's peculiarities, the number of processes counts the claim
// options: --spin-compatible
// expect: end-states=true one=true
// decided-by: explicit
// states: 4
// transitions: 3
byte x;

active proctype P() {
	if
	:: _nr_pr == 2 -> x = 1
	:: else -> x = 2
	fi
}

ltl one { [] (x != 2) }
