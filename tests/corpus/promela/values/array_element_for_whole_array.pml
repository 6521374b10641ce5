// note: the bare name of an array is its first element
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 6
byte from[2], to[2];

active proctype P() {
	from[0] = 3;
	from[1] = 4;
	to = from;
	assert(to[0] == 3);
	assert(to[1] == 0)
}
