// note: again and again fails if a run may stay away
// expect: end-states=true ones=false
// decided-by: explicit
// states: 2
// transitions: 4
byte x;

active proctype P() {
	do
	:: x = 0
	:: x = 1
	od
}

ltl ones { [] <> (x == 1) }
