// note: a d_step that never ends has no step to take; the answer is Maybe, with its place
// differs: Spin's verifier hangs
// expect: end-states=maybe
byte x;

active proctype P() {
	d_step {
		do
		:: x < 200 -> x = 1 - x
		:: else -> break
		od
	}
}
