// note: a response that is always given
// expect: end-states=true answered=true always_idle=false
// decided-by: explicit
// states: 6
// transitions: 6
mtype = { idle, asked, given };
mtype s = idle;

active proctype P() {
	do
	:: s == idle -> s = asked
	:: s == asked -> s = given
	:: s == given -> s = idle
	od
}

ltl answered { [] (s == asked -> <> (s == given)) }
ltl always_idle { [] (s == asked -> <> [] (s == idle)) }
