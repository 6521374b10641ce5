// note: with weak fairness, a process that can always move does move
// options: --fair
// expect: end-states=true finishes=true
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
