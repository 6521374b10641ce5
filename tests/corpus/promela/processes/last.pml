// note: _last is the process that moved last, and part of the state
// expect: end-states=true never=true
// decided-by: explicit
// states: 11
// transitions: 11
byte x;

active proctype A() {
	x = 1
}

active proctype B() {
	x = 2
}

never {
	do
	:: x == 2 && _last != 1 && _last != 0 -> break
	:: else
	od
}
