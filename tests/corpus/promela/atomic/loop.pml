// note: a loop in an atomic sequence is not interrupted
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 8
byte n;

active proctype A() {
	atomic {
		do
		:: n < 5 -> n++
		:: else -> break
		od
	}
}

active proctype B() {
	assert(n == 0 || n == 5)
}
