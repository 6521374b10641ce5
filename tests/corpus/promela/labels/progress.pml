// note: a cycle without a progress label is a non-progress cycle
// expect: end-states=true non-progress=false
// decided-by: scout explicit
// states: 7
// transitions: 8
byte x;

active proctype P() {
	do
	:: x == 0 -> x = 1
	:: x == 1 ->
progress:
		x = 0
	:: x == 0 -> x = 2
	:: x == 2 -> x = 0
	od
}
