// note: Peterson's algorithm, all of it in C
// expect: end-states=true assertions=true mutex=true
// decided-by: explicit
c_decl { typedef struct Lock { int wants[2]; int turn; } Lock; }
c_state "Lock lock" "Global"
byte inside;

active [2] proctype P() {
again:
	c_code { now.lock.wants[PP->_pid] = 1; };
	c_code { now.lock.turn = 1 - PP->_pid; };
	c_expr { now.lock.wants[1 - PP->_pid] == 0 || now.lock.turn == PP->_pid };
	inside++;
	assert(inside == 1);
	inside--;
	c_code { now.lock.wants[PP->_pid] = 0; };
	goto again
}

ltl mutex { [] (inside <= 1) }
