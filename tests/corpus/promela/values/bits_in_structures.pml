// note: a single bit in a structure is one bit
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 5
typedef Port {
	bit ready;
	unsigned level : 4;
	byte data
};
Port p;

active proctype P() {
	p.ready = 2;
	p.level = 18;
	p.data = 257;
	assert(p.ready == 0 && p.level == 2 && p.data == 1)
}
