// note: slots of a channel that are not in use are no part of the state
// expect: end-states=true
// decided-by: scout explicit
// states: 7
// transitions: 8
chan box = [2] of { byte };

active proctype Porter() {
	if
	:: box!1
	:: box!2
	:: box!3
	fi;
	box?_;
	skip
}
