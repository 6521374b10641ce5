// note: a claim moves on the first state before the model does, and once for each state
// expect: end-states=true never=false
// decided-by: explicit
// states: 4
// transitions: 3
byte x;

active proctype P() {
	x = 1;
	x = 2
}

never {
	x == 0;
	x == 1;
	x == 2
}
