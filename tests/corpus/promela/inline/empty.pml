// note: an inline without parameters, as the only statement of an option
// expect: end-states=true
// decided-by: scout explicit
// states: 6
// transitions: 5
byte x;

inline nothing() {
	skip
}

active proctype P() {
	do
	:: x == 0 -> nothing(); x = 1
	:: x == 1 -> break
	od
}
