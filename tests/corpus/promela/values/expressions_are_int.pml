// note: expressions are computed as 32-bit int, whatever the type of their parts
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 6
byte b = 200, c = 100;

active proctype P() {
	assert(b + c == 300);
	assert(b - 201 == -1);
	assert(b * b == 40000);
	assert(-b == -200);
	assert(~c == -101)
}
