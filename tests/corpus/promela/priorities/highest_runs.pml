// note: a process moves only where none of higher priority can
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 6
byte x;

active proctype Low() priority 1 {
	assert(x == 2);
	x = 3
}

active proctype High() priority 5 {
	x = 1;
	x = 2
}
