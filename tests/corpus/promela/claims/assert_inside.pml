// note: a claim may assert
// expect: end-states=true never=true
// decided-by: explicit
// states: 4
// transitions: 3
byte x;

active proctype P() {
	x = 1;
	x = 2
}

never {
	do
	:: assert(x < 3)
	od
}
