// note: variables that C declares and the model tracks
// expect: end-states=true
// decided-by: scout explicit
// states: 10
// transitions: 12
c_decl { int total; short parts[2]; }
c_track "&total" "sizeof(int)"
c_track "parts" "2*sizeof(short)" "Matched"

active [2] proctype P() {
	c_code { parts[PP->_pid] = 3; total += parts[PP->_pid]; };
	c_expr { total == 6 }
}
