// note: it does not matter where else is written
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 16
// transitions: 15
byte x = 4, took;

active proctype P() {
	do
	:: else -> break
	:: x > 0 -> x--; took++
	od;
	assert(took == 4)
}
