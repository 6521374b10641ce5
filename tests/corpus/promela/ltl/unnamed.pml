// note: a formula without a name is called ltl_0
// expect: end-states=true ltl_0=true
// decided-by: explicit
// states: 3
// transitions: 2
byte x;

active proctype P() {
	x = 1
}

ltl { <> (x == 1) }
