// note: the else of an if at the start of an option sees only the options written before it
// expect: end-states=true assertions=false
// decided-by: scout bmc probe kind explicit
// states: 9
// transitions: 8
byte v = 3, took;

active proctype P() {
	if
	:: if
	   :: v == 1 -> took = 1
	   :: else -> took = 2
	   fi
	:: v == 3 -> took = 3
	fi;
	assert(took == 3)
}
