// note: data of C in the state, a step that writes it and a guard that reads it
// expect: end-states=true
// decided-by: scout explicit
// states: 5
// transitions: 4
c_decl { typedef struct Pair { int a; int b; } Pair; }
c_state "int total" "Global"
byte x;

active proctype P() {
	c_code { now.total = 3; };
	c_expr { now.total == 3 };
	x = 1
}
