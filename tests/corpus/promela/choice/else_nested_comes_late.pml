// note: the else of an if at the start of the last option sees all options
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte v = 3, took;

active proctype P() {
	if
	:: v == 3 -> took = 3
	:: if
	   :: v == 1 -> took = 1
	   :: else -> took = 2
	   fi
	fi;
	assert(took == 3)
}
