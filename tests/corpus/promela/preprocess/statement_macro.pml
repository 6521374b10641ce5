// note: a macro may stand for statements over several lines
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 27
// transitions: 32
#define lock(m) \
	atomic { \
		m == 0 -> \
		m = 1 \
	}
byte m, n;

active [2] proctype P() {
	lock(m);
	n++;
	assert(n == 1);
	n--;
	m = 0
}
