// note: p U q U r is (p U q) U r
// expect: end-states=true left=false right=false
// decided-by: explicit
// states: 4
// transitions: 3
bit p, q = 1, r;

active proctype P() {
	q = 0;
	r = 1
}

ltl left { p U q U r }
ltl right { p U (q U r) }
