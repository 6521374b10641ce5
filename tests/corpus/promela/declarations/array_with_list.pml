// note: an array may have a list of first values
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 3
// transitions: 2
int list[4] = { 4, 3, 2, 1 };

active proctype P() {
	assert(list[0] == 4 && list[1] == 3 && list[2] == 2 && list[3] == 1)
}
