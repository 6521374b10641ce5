// note: a claim that passes its accept label for ever is violated
// expect: end-states=true never=false
// decided-by: explicit
// states: 2
// transitions: 2
byte x;

active proctype P() {
	do
	:: x = 1 - x
	od
}

never {
	do
	:: x == 0 -> break
	:: true
	od;
accept_zero:
	do
	:: true
	od
}
