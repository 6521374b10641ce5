// note: the size of an array may be a constant expression
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
#define SIDE 3
byte board[SIDE * SIDE];

active proctype P() {
	board[SIDE * SIDE - 1] = 5;
	assert(board[8] == 5)
}
