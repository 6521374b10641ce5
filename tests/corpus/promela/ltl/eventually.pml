// note: eventually fails on a run that goes elsewhere for ever
// expect: end-states=true leaves=false starts=true
// decided-by: explicit
// states: 8
// transitions: 8
byte x;

active proctype P() {
	do
	:: x == 0 -> x = 1
	:: x == 1 -> x = 0
	:: x == 1 -> x = 2
	:: x == 2 -> break
	od
}

ltl leaves { <> (x == 2) }
ltl starts { <> (x == 1) }
