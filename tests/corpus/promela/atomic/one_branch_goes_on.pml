// note: control is kept as long as some option can be taken
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 12
// transitions: 13
byte x;

active proctype A() {
	atomic {
		x = 1;
		if
		:: x == 5 -> x = 6
		:: x == 1 -> x = 2
		fi;
		x = 3
	}
}

active proctype B() {
	assert(x == 0 || x == 3);
	x = 5
}
