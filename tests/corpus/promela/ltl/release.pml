// note: V is release: the right side holds up to and including where the left does
// expect: end-states=true free=true late=false
// decided-by: explicit
// states: 4
// transitions: 3
byte x;

active proctype P() {
	x = 1;
	x = 2
}

ltl free { (x == 1) V (x < 2) }
ltl late { (x == 2) V (x < 2) }
