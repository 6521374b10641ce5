// note: X speaks of the next state
// differs: Spin refuses X unless it was built for it
// expect: end-states=true second=true third=false
// decided-by: explicit
// states: 4
// transitions: 3
byte x;

active proctype P() {
	x = 1;
	x = 2
}

ltl second { X (x == 1) }
ltl third { X X (x == 1) }
