// note: a process can end only where its provided clause holds
// expect: end-states=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte go;

active proctype A() provided (go == 0) {
	go = 1
}

active proctype B() {
	go == 1;
	skip
}
