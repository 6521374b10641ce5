// note: weak until does not promise that its right side comes
// expect: end-states=true weak=true strong=false
// decided-by: explicit
// states: 2
// transitions: 2
byte x;

active proctype P() {
	do
	:: x = 1 - x
	od
}

ltl weak { (x < 2) W (x == 9) }
ltl strong { (x < 2) U (x == 9) }
