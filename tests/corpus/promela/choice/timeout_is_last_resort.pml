// note: a process that could move keeps timeout from firing
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 13
// transitions: 12
bool fired;
byte n;

active proctype Fuse() {
	timeout -> fired = true
}

active proctype Busy() {
	do
	:: n < 3 -> n++
	:: n == 3 -> break
	od;
	assert(!fired)
}
