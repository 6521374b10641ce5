// note: eval takes the value of a variable before the same receive stores into it
// differs: when Spin goes back it puts the new value into the message in place of the old one
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 8
// transitions: 7
chan q = [1] of { byte, byte };
byte v = 3;

active proctype P() {
	byte a, b;
	q!3,8;
	if
	:: q?eval(v),v -> assert(v == 8)
	:: q?a,b -> assert(a == 3 && b == 8)
	fi
}
