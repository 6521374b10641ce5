// note: a sorted send compares the number before it is cut to the type of the field
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 11
// transitions: 10
chan q = [3] of { byte };

active proctype P() {
	byte a;
	q!!200;
	q!!260;
	q!!100;
	q?a; assert(a == 100);
	q?a; assert(a == 200);
	q?a; assert(a == 4)
}
