// note: where timeout holds, every process that waits for it may go
// expect: end-states=true
// decided-by: scout explicit
// states: 13
// transitions: 12
byte order;

active proctype A() {
	timeout;
	order = order * 2 + 1
}

active proctype B() {
	timeout;
	order = order * 2 + 2
}
