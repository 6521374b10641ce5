// note: the number of processes may be a macro
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 40
// transitions: 81
#define N 3
byte count;

active [N] proctype P() {
	count++;
	assert(count <= N)
}
