// note: get_priority tells the priority of a process
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 6
active proctype A() priority 3 {
	assert(get_priority(_pid) == 3);
	assert(get_priority(1) == 2);
	assert(_priority == 3)
}

active proctype B() priority 2 {
	skip
}
