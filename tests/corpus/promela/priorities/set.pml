// note: a priority can be changed, by set_priority or by assignment to one's own
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 8
// transitions: 7
byte x;

active proctype A() priority 3 {
	set_priority(1, 9);
	assert(x == 2)
}

active proctype B() priority 1 {
	x = 1;
	_priority = 4;
	x = 2
}
