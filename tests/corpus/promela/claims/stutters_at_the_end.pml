// note: a claim goes on moving on the last state of a run
// expect: end-states=true never=false
// decided-by: explicit
// states: 3
// transitions: 2
byte x;

active proctype P() {
	x = 1
}

never {
	do
	:: x == 1 -> break
	:: else
	od;
accept:
	do
	:: x == 1
	od
}
