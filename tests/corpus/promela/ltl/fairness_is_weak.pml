// note: weak fairness does not help a process that can move only now and then
// options: --fair
// expect: end-states=true finishes=false
// decided-by: explicit
// states: 6
// transitions: 9
bool done;
byte light;

active proctype Waiter() {
	light == 1 -> done = true
}

active proctype Traffic() {
	do
	:: light = 1 - light
	od
}

ltl finishes { <> done }
