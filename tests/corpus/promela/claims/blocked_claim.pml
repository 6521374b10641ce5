// note: a claim that cannot move loses interest in the run
// expect: end-states=true never=true
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
	x == 2;
	x == 1
}
