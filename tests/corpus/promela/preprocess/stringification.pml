// note: a macro does not reach into a string
// expect: end-states=true
// decided-by: scout explicit
// states: 4
// transitions: 3
#define name value
byte x;

active proctype P() {
	printf("name %d\n", x);
	x = 1
}
