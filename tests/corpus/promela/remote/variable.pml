// note: p[i]:v is the value of a variable of process i
// expect: end-states=true assertions=true
// decided-by: explicit
// states: 5
// transitions: 4
active proctype A() {
	byte secret = 3;
	secret = 4;
	end: false
}

active proctype B() {
	A[0]:secret == 4;
	assert(A[0]:secret == 4)
}
