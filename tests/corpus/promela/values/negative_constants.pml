// note: minus is an operator in expressions and part of constants in initialisers
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
short a = -4;
int grid[2] = -1;

active proctype P() {
	assert(a == -4 && a - -4 == 0);
	assert(grid[0] == -1 && grid[1] == -1)
}
