// note: an end label on a jump, where control never rests, marks nothing
// expect: end-states=false
// decided-by: scout probe explicit
// states: 4
// transitions: 3
chan q = [1] of { byte };

active proctype P() {
	q!1;
	if
	:: true ->
end_jump:
		goto wait
	fi;
	skip;
wait:
	q!2
}
