// note: two processes that wait inside atomic sequences
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 15
// transitions: 20
byte turn;

active [2] proctype P() {
	atomic {
		turn++;
		turn >= 2;
		turn++;
		turn++
	};
	assert(turn == 4 || turn == 6)
}
