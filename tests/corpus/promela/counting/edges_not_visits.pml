// note: a transition is an edge between stored states; the visit of the first state is none
// expect: end-states=true
// decided-by: scout explicit
// states: 4
// transitions: 4
byte lamp;

active proctype Switch() {
	do
	:: lamp == 0 -> lamp = 1
	:: lamp == 1 -> lamp = 0
	od
}
