// note: a claim may ask whether the model is stuck, where the model has a timeout as well
// expect: end-states=false never=false
// decided-by: scout probe explicit
// states: 5
// transitions: 4
byte x;

active proctype P() {
	x = 1;
	x == 7
}

active proctype Q() {
	timeout;
	x = 2
}

never {
	do
	:: timeout && x == 1 -> break
	:: else
	od
}
