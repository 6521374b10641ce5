// note: enabled(p) says whether process p could move
// expect: end-states=false never=true
// decided-by: scout probe explicit
// states: 3
// transitions: 2
byte x;

active proctype A() {
	x == 1;
	x = 2
}

active proctype B() {
	skip
}

never {
	do
	:: enabled(0) && x == 0 -> break
	:: else
	od
}
