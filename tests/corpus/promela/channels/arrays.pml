// note: an array of channels has a channel in each element
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 6
chan lanes[3] = [1] of { byte };

active proctype P() {
	byte v;
	lanes[0]!1;
	lanes[2]!3;
	assert(empty(lanes[1]));
	lanes[2]?v;
	assert(v == 3 && len(lanes[0]) == 1)
}
