// note: a division by zero inside a function of C, in a guard
// expect: end-states=true division=false
// decided-by: scout bmc probe kind explicit
// differs: Spin refuses calls in a c_expr; without the call its verifier is killed by the system
int d = 2;
c_code { int half(int v) { return v / now.d; } }

active proctype P() {
	do
	:: c_expr { half(8) > 3 } -> d = d - 1
	od
}
