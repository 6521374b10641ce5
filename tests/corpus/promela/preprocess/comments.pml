// note: comments of both kinds, also inside statements
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
byte x; /* a
comment */ byte y;

active proctype P() {
	x /* here */ = // and here
		3;
	assert(x == 3)
}
