// note: the joins behind fi and od, also when nested, are no steps
// expect: end-states=true
// decided-by: scout explicit
// states: 8
// transitions: 7
byte depth;

active proctype Digger() {
	if
	:: depth == 0 ->
		if
		:: depth == 0 -> depth = 1
		:: depth == 1 -> depth = 2
		fi
	:: depth == 2 -> depth = 3
	fi;
	depth = 4
}

active proctype Watcher() {
	depth == 4
}
