// note: a goto may lead into a loop
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 8
// transitions: 7
byte n;

active proctype P() {
	goto middle;
	do
	:: n < 3 ->
		n++;
middle:
		n++
	:: n >= 3 -> break
	od;
	assert(n == 3)
}
