// note: a claim does not see the states inside an atomic sequence
// expect: end-states=true never=true
// decided-by: explicit
// states: 3
// transitions: 2
byte x;

active proctype P() {
	atomic {
		x = 1;
		x = 2
	}
}

never {
	do
	:: x == 1 -> break
	:: else
	od
}
