// note: names of an mtype count backwards, later declarations go on above
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 9
// transitions: 8
mtype = { red, amber, green };
mtype = { blue };
mtype m = red;

active proctype P() {
	assert(m == 3);
	m = amber;
	assert(m == 2);
	m = green;
	assert(m == 1);
	m = blue;
	assert(m == 4)
}
