// note: embedded C is read, and the answer is Maybe until C is understood
// differs: Spin hands the text to the C compiler
// expect: end-states=maybe
c_decl { typedef struct Pair { int a; int b; } Pair; }
c_state "int total" "Global"
byte x;

active proctype P() {
	c_code { now.total = 3; };
	c_expr { now.total == 3 };
	x = 1
}
