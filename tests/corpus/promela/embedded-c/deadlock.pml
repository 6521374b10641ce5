// note: two processes wait for each other, in C
// expect: end-states=false
// decided-by: scout probe explicit
// states: 36
// transitions: 52
c_state "int lock[2]" "Global"

active [2] proctype P() {
	c_expr { now.lock[PP->_pid] == 0 };
	c_code { now.lock[PP->_pid] = 1; };
	c_expr { now.lock[1 - PP->_pid] == 0 };
	c_code { now.lock[0] = now.lock[1] = 0; }
}
