// note: a send with too few fields is an error when it is done
// expect: end-states=true channels=false
// decided-by: scout probe explicit
chan q = [1] of { byte, byte };
byte x;

active proctype P() {
	x = 1;
	q!1
}
