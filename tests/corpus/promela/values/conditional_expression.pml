// note: (c -> a : b) chooses, and only the chosen side is computed
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 5
byte zero, x = 3;

active proctype P() {
	assert((x > 2 -> 10 : 20) == 10);
	assert((zero == 0 -> 1 : x / zero) == 1);
	x = (x == 4 -> 1 : (x == 3 -> 2 : 3));
	assert(x == 2)
}
