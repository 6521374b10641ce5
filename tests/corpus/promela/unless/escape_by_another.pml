// note: an escape may come before any statement of the main sequence
// expect: end-states=true
// decided-by: scout explicit
// states: 28
// transitions: 33
bool alarm;
byte at;

active proctype P() {
	{
		at = 1;
		at = 2;
		at = 3
	} unless {
		alarm -> at = at + 10
	}
}

active proctype Q() {
	alarm = true
}
