// note: a d_step as an option of a loop
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 6
byte n;

active proctype P() {
	do
	:: d_step { n < 6 -> n++; n++ }
	:: d_step { n >= 6 -> n = n + 1; n = 9 }; break
	od;
	assert(n == 9)
}
