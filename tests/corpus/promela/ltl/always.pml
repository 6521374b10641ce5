// note: a formula that says always holds on every state
// expect: end-states=true low=true lower=false
// decided-by: explicit
// states: 8
// transitions: 8
byte x;

active proctype P() {
	do
	:: x < 3 -> x++
	:: x == 3 -> x = 0
	od
}

ltl low { [] (x <= 3) }
ltl lower { [] (x <= 2) }
