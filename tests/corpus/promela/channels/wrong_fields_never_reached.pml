// note: a send with too few fields that is never done is no error
// expect: end-states=true
// decided-by: scout explicit
// states: 4
// transitions: 3
chan q = [1] of { byte, byte };
byte x;

active proctype P() {
	if
	:: x == 0 -> x = 1
	:: x == 2 -> q!1
	fi
}
