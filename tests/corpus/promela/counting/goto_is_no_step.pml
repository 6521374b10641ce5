// note: a goto in the middle of a sequence is no step of its own
// expect: end-states=true
// decided-by: scout explicit
// states: 15
// transitions: 18
byte room;

active proctype Guest() {
	room = 1;
	goto hall;
	room = 9;
hall:
	room = 2
}

active proctype Host() {
	room = 5
}
