// note: a d_step is not interrupted by a provided clause
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 9
// transitions: 9
byte go, x;

active proctype A() provided (go == 0) {
	d_step {
		go = 1;
		x = 1;
		x = 2
	};
	x = 3
}

active proctype B() {
	go == 1;
	assert(x == 2);
	go = 0
}
