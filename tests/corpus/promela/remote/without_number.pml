// note: without a number, the first process of that type is meant
// expect: end-states=true assertions=true
// decided-by: explicit
// states: 19
// transitions: 28
byte x;

active proctype Other() {
	skip
}

active proctype A() {
	byte v;
	v = 5;
there:
	x == 1
}

active proctype B() {
	A@there;
	assert(A:v == 5);
	x = 1
}
