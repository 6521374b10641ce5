// note: a run that ends is fair, however the claim goes on
// options: --fair
// differs: with fairness Spin misses a run that ends while the claim goes through more than one state
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
accept_one:
	do
	:: true -> goto two
	od;
two:
	do
	:: true -> goto accept_one
	od
}
