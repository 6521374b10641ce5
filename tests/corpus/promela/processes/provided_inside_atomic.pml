// note: a provided clause is asked at each step, also inside an atomic sequence
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 9
// transitions: 9
byte go, x;

active proctype A() provided (go < 2) {
	atomic {
		go = 1;
		go = 2;
		x = 1
	}
}

active proctype B() {
	go == 2;
	assert(x == 0);
	go = 0
}
