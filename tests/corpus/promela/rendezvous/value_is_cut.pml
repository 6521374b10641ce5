// note: the value that is handed over is cut to the type of the field
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
chan meet = [0] of { byte };

active proctype A() {
	meet!259
}

active proctype B() {
	int v;
	meet?v;
	assert(v == 3)
}
