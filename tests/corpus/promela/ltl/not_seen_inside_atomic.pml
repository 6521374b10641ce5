// note: a formula does not see the states inside an atomic sequence
// expect: end-states=true never_one=true
// decided-by: explicit
// states: 3
// transitions: 2
byte x;

active proctype P() {
	atomic {
		x = 1;
		x = 2
	}
}

ltl never_one { [] (x != 1) }
