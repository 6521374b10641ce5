// note: an atomic sequence as an option: its first statement is the guard
// expect: end-states=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte x;

active proctype P() {
	do
	:: atomic { x < 2 -> x++; x == 3 || x < 3 }
	:: atomic { x == 2 -> x = 9; break }
	od
}
