// note: the partner moves at once, before anybody else
// expect: end-states=true assertions=false
// decided-by: scout probe explicit
// states: 26
// transitions: 33
chan meet = [0] of { byte };
byte x;

active proctype A() {
	x = 1;
	meet!x
}

active proctype B() {
	byte v;
	meet?v;
	assert(v == 1)
}

active proctype C() {
	x = 2
}
