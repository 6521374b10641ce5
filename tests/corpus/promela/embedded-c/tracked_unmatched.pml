// note: states that differ only in data tracked as UnMatched are different states: nothing is missed
// expect: end-states=true assertions=false
// decided-by: scout probe explicit
// differs: Spin takes such states for equal, and misses the run on which the counter counts
c_decl { int counter; }
c_track "&counter" "sizeof(int)" "UnMatched"

active proctype P() {
	do
	:: c_expr { counter < 4 } -> c_code { counter++; }
	:: c_expr { counter == 4 } -> break
	od;
	assert(false)
}
