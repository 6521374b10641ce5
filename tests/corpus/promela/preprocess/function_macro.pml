// note: a macro with parameters, used twice in an expression
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
#define MAX(a, b) ((a) > (b) -> (a) : (b))
byte x = 3;

active proctype P() {
	x = MAX(x, MAX(2, 7));
	assert(x == 7)
}
