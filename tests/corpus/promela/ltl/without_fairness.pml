// note: without fairness, a process that can always move may be left aside
// expect: end-states=true finishes=false
// decided-by: explicit
// states: 4
// transitions: 6
bool done;
byte spin;

active proctype Worker() {
	done = true
}

active proctype Spinner() {
	do
	:: spin = 1 - spin
	od
}

ltl finishes { <> done }
