// note: printm prints the name of an mtype value; printing changes nothing
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
mtype = { hot, cold };
mtype m = cold;

active proctype P() {
	printm(m);
	printf("%e is %d in %x and %c\n", m, m, 255, 'a');
	assert(m == cold)
}
