// note: a declaration at the start of an option is a guard that always holds, so else is not taken
// expect: end-states=false assertions=true
// decided-by: scout probe explicit
// states: 2
// transitions: 1
chan line = [1] of { byte };
byte taken;

active proctype P() {
	if
	:: byte got; line?got -> taken = 1
	:: else -> taken = 2
	fi;
	assert(false)
}
