// note: the value of a c_expr is a number: in sums, in indices, in messages
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 5
chan q = [1] of { int };
byte a[4] = 1;
int x = 2, y;

active proctype P() {
	q ! c_expr { now.x * 3 } + 1;
	q ? y;
	a[c_expr { now.x }] = 9;
	assert(y == 7 && a[2] == 9 && a[1] == 1)
}
