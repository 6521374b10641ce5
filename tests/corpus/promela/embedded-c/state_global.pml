// note: data of C in the state, with first values; two processes share it
// expect: end-states=true assertions=false
// decided-by: scout probe explicit
// states: 13
// transitions: 18
c_decl { struct Counter { int n; int limit; }; }
c_state "struct Counter counter" "Global"
c_state "int big" "Global" "100"

active [2] proctype P() {
	c_code { now.counter.n++; now.big--; };
	assert(c_expr { now.counter.n == 1 && now.big == 99 })
}
