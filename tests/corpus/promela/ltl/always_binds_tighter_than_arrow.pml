// note: [] p -> q is ([] p) -> q
// expect: end-states=true arrow=true whole=false
// decided-by: explicit
// states: 3
// transitions: 2
bit p = 1, q;

active proctype P() {
	p = 0
}

ltl arrow { [] p -> q }
ltl whole { [] (p -> q) }
