// note: a formula may speak of labels and of locals
// expect: end-states=true seen=true
// decided-by: explicit
// states: 5
// transitions: 4
byte g;

active proctype A() {
	byte n;
	n = 1;
mid:
	n = 2;
	g = 1
}

ltl seen { [] (A@mid -> A:n == 1) }
