// note: a claim may have a name, and stand beside formulas
// expect: end-states=true two=true one=true
// decided-by: explicit
// states: 3
// transitions: 2
byte x;

active proctype P() {
	x = 1
}

never two {
	do
	:: x == 2 -> break
	:: else
	od
}

ltl one { <> (x == 1) }
