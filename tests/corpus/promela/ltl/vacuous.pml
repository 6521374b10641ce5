// note: a response holds where it is never asked for
// expect: end-states=true trivially=true
// decided-by: explicit
// states: 3
// transitions: 2
byte x;

active proctype P() {
	x = 1
}

ltl trivially { [] (x == 5 -> <> (x == 6)) }
