// note: formulas over data of C, one that holds and one that does not
// expect: end-states=true overflow=true responds=true stays=false
// decided-by: explicit
// states: 8
// transitions: 8
c_state "int level" "Global"

active proctype Pump() {
	do
	:: c_expr { now.level < 3 } -> c_code { now.level++; }
	:: c_expr { now.level == 3 } -> c_code { now.level = 0; }
	od
}

ltl responds { [] (c_expr { now.level == 1 } -> <> c_expr { now.level == 3 }) }
ltl stays { <> [] c_expr { now.level > 0 } }
