// note: a sorted send puts a message before the first greater one, field by field, equals behind
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 17
// transitions: 16
chan q = [6] of { byte, byte };

active proctype P() {
	byte a, b;
	q!!4,2;
	q!!4,1;
	q!!9,0;
	q!!1,7;
	q!!4,2;
	q?a,b; assert(a == 1 && b == 7);
	q?a,b; assert(a == 4 && b == 1);
	q?a,b; assert(a == 4 && b == 2);
	q?a,b; assert(a == 4 && b == 2);
	q?a,b; assert(a == 9 && b == 0)
}
