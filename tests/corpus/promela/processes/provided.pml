// note: a process with a provided clause moves only where it holds
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte turn;

active proctype A() provided (turn == 0) {
	assert(turn == 0);
	turn = 1
}

active proctype B() provided (turn == 1) {
	assert(turn == 1);
	turn = 0
}
