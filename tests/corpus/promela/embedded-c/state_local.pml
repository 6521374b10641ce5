// note: data of C that each process has one of
// expect: end-states=true assertions=true
c_state "int turns" "Local P" "2"

active [2] proctype P() {
	do
	:: c_expr { PP->turns > 0 } -> c_code { PP->turns--; }
	:: else -> break
	od;
	assert(c_expr { PP->turns == 0 })
}
