// note: a loop that does nothing is a loop
// differs: Spin's verifier refuses to start on a state that is its own successor by no effect
// expect: end-states=true
// decided-by: scout explicit
// states: 4
// transitions: 4
byte x;

active proctype P() {
	do
	:: true
	:: x == 0 -> x = 1; break
	od
}
