// note: a goto that stays inside an atomic sequence is no step
// expect: end-states=true
// decided-by: scout explicit
// states: 10
// transitions: 10
byte count;

active proctype Hopper() {
	atomic {
		count = 1;
		goto on;
		count = 8;
	on:
		count = 2
	}
}

active proctype Peer() {
	count = 4
}
