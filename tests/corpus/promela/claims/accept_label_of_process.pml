// note: a claim and an accept label of a process are properties of their own
// differs: Spin looks for cycles through accept labels of processes also while it checks a claim
// expect: end-states=true never=true acceptance=false
// decided-by: explicit
// states: 4
// transitions: 4
byte x;

active proctype P() {
	do
	:: x = 1 - x;
accept_here:
		skip
	od
}

never {
	do
	:: x < 2
	od
}
