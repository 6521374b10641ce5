// note: a never claim that looks at data of C
// expect: end-states=true never=false
// decided-by: explicit
// states: 4
// transitions: 3
c_state "int n" "Global"

active proctype P() {
	c_code { now.n = 1; };
	c_code { now.n = 2; }
}

never {
	do
	:: c_expr { now.n == 2 } -> break
	:: else
	od
}
