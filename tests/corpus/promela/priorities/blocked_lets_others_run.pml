// note: a process of high priority that waits lets others go on
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 8
// transitions: 7
byte x;

active proctype Low() {
	x = 1;
	x = 2
}

active proctype High() priority 5 {
	x == 1;
	assert(x == 1);
	x = 7
}
