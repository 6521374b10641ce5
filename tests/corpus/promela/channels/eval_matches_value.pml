// note: eval(x) matches the value of x and changes nothing
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 8
// transitions: 7
chan q = [2] of { byte, byte };
byte want = 4;

active proctype P() {
	byte v;
	q!3,30;
	q!4,40;
	if
	:: q?eval(want),v -> assert(false)
	:: q?eval(want - 1),v -> assert(v == 30)
	fi;
	q?eval(want),v;
	assert(v == 40 && want == 4)
}
