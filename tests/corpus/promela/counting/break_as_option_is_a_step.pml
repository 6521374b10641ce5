// note: a break that is the whole option is a step, a break after a guard is none
// expect: end-states=true
// decided-by: scout explicit
// states: 16
// transitions: 17
byte turns;

active proctype Wheel() {
	do
	:: turns < 2 -> turns++
	:: break
	od;
	do
	:: turns < 4 -> turns++
	:: turns == 4 -> break
	od
}
