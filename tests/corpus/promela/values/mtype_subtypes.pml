// note: each subtype of mtype counts from one again
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 5
mtype = { plain, other };
mtype:fruit = { apple, pear, plum };
mtype:road = { lane };
mtype:fruit basket = pear;

active proctype P() {
	assert(plain == 2 && other == 1);
	assert(apple == 3 && pear == 2 && plum == 1);
	assert(lane == 1);
	assert(basket == 2)
}
