// note: p U q && r is (p U q) && r
// expect: end-states=true loose=true tight=false
// decided-by: explicit
// states: 4
// transitions: 3
bit p = 1, q, r = 1;

active proctype P() {
	r = 0;
	q = 1
}

ltl loose { p U q && r }
ltl tight { p U (q && r) }
