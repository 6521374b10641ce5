// note: a D_proctype that keeps its promise
// expect: end-states=true
// decided-by: scout explicit
// states: 9
// transitions: 8
byte x;

active D_proctype P() {
	do
	:: x < 3 -> x++
	:: else -> break
	od
}
