// note: an accept label that is passed finitely often is no acceptance cycle
// expect: end-states=true acceptance=true
// decided-by: explicit
// states: 9
// transitions: 9
byte x;

active proctype P() {
	do
	:: x < 3 ->
acceptor:
		x++
	:: x == 3 -> break
	od;
	do
	:: x = 7 - x
	od
}
