// note: weak fairness works for more than a handful of processes
// options: --fair
// expect: end-states=true all=true
// decided-by: explicit
// states: 512
// transitions: 2560
bool done[8];
byte spin;

active [8] proctype Worker() {
	done[_pid] = true
}

active proctype Spinner() {
	do
	:: spin = 1 - spin
	od
}

ltl all { <> (done[0] && done[3] && done[7]) }
