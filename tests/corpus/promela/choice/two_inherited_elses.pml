// note: each else sees only the options written before it
// differs: Spin's verifier refuses to start where two inner ifs have an else
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte v = 3, took;

active proctype P() {
	if
	:: if
	   :: v == 1 -> took = 1
	   :: else -> took = 2
	   fi
	:: if
	   :: v == 2 -> took = 3
	   :: else -> took = 4
	   fi
	fi;
	assert(took == 2)
}
