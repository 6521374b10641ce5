// note: the number of processes does not count the claim
// differs: Spin counts a never claim as one process more, so a model changes its meaning when it is checked against a formula
// expect: end-states=true assertions=true small=true
// decided-by: explicit
// states: 4
// transitions: 3
byte x;

active proctype P() {
	assert(_nr_pr == 1);
	x = 1
}

ltl small { [] (x < 2) }
