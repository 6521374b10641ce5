// note: a statement may carry several labels
// expect: end-states=true
// decided-by: scout explicit
// states: 1
// transitions: 0
chan q = [1] of { byte };
byte x;

active proctype P() {
	goto second;
	x = 9;
end_first:
second:
	q?_
}
