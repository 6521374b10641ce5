// note: for (m in c) looks at each message once and leaves the channel as it was
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 19
// transitions: 18
typedef Letter { byte v };
chan post = [3] of { Letter };
byte sum;

active proctype P() {
	Letter m;
	m.v = 1;
	post!m;
	m.v = 5;
	post!m;
	for (m in post) {
		sum = sum + m.v
	}
	assert(sum == 6 && len(post) == 2)
}
