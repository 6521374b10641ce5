// note: end states and assertions are checked beside a formula
// differs: Spin checks no end states where there is a claim
// expect: end-states=false low=true
// decided-by: scout probe explicit
// states: 2
// transitions: 1
byte x;

active proctype P() {
	x = 1;
	x == 2
}

ltl low { [] (x < 2) }
