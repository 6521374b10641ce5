// note: a receive with too few fields is an error when it is done
// expect: end-states=true channels=false
// decided-by: scout probe explicit
chan q = [1] of { byte, byte };

active proctype P() {
	byte v;
	q!1,2;
	q?v
}
