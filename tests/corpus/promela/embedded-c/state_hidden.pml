// note: hidden data is known by its own name, and is a part of the state like all others
// expect: end-states=true assertions=false
// decided-by: scout probe explicit
// differs: Spin neither stores nor restores it, so that the order of the search decides
c_state "int turn" "Hidden" "1"
bool left;

active proctype P() {
	do
	:: c_expr { turn < 3 } -> c_code { turn++; }
	:: break
	od;
	left = c_expr { turn };
	assert(c_expr { turn } != 3)
}
