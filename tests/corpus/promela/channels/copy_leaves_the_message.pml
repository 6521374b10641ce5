// note: ?< > reads a message and leaves it where it is
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 10
// transitions: 9
chan q = [2] of { byte };

active proctype P() {
	byte v;
	q!6;
	q!7;
	q?<v>; assert(v == 6 && len(q) == 2);
	q??<7>; assert(len(q) == 2);
	q?v; assert(v == 6)
}
