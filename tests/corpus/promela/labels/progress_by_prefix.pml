// note: any label that starts with progress marks progress
// expect: end-states=true non-progress=true
// decided-by: scout explicit
// states: 2
// transitions: 2
byte x;

active proctype P() {
	do
	:: x = 1;
progressing:
		x = 0
	od
}
