// note: data of C that each process has one of
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 57
// transitions: 98
c_state "int turns" "Local P" "2"

active [2] proctype P() {
	do
	:: c_expr { PP->turns > 0 } -> c_code { PP->turns--; }
	:: else -> break
	od;
	assert(c_expr { PP->turns == 0 })
}
