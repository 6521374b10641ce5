// note: show and local say nothing about the meaning
// expect: end-states=true
// decided-by: scout explicit
// states: 4
// transitions: 3
show byte a;
local byte b;

active proctype P() {
	a = 1;
	b = a
}
