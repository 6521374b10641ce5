// note: timeout holds in a claim where no process can move
// differs: Spin knows timeout in a claim only if the model itself waits for one
// expect: end-states=false never=false
// decided-by: scout probe explicit
// states: 2
// transitions: 1
byte x;

active proctype P() {
	x = 1;
	x == 7
}

never {
	do
	:: timeout && x == 1 -> break
	:: else
	od
}
