// note: p -> q -> r is (p -> q) -> r
// expect: end-states=true left=false right=true
// decided-by: explicit
// states: 3
// transitions: 2
bit p, q, r;

active proctype P() {
	skip
}

ltl left { p -> q -> r }
ltl right { p -> (q -> r) }
