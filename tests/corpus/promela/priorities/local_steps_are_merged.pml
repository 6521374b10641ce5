// note: steps on own variables are merged where processes have priorities, too
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 74
// transitions: 93
byte level;

active [2] proctype Low() priority 1 {
	byte n;
	n = _pid + 1;
	n = n * 2;
	n = n + 1;
	level = level + n
}

active proctype High() priority 2 {
	byte n;
	level >= 3 -> n = level;
	n = n + 1;
	assert(n == level + 1)
}

init priority 3 {
	byte n = 1;
	n = n + 1;
	level = 0
}
