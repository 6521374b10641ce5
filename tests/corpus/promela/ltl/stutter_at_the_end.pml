// note: a run that ends stays in its last state for ever
// expect: end-states=true stays=true zero=false
// decided-by: explicit
// states: 3
// transitions: 2
byte x;

active proctype P() {
	x = 1
}

ltl stays { <> [] (x == 1) }
ltl zero { [] <> (x == 0) }
