// note: else beside a receive is taken only where no message matches
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 16
// transitions: 22
chan post = [2] of { byte };
byte idle;

active proctype Reader() {
	byte v;
	do
	:: post?5 -> break
	:: else -> idle++; post?v
	od;
	assert(idle == 1)
}

active proctype Writer() {
	atomic {
		post!4;
		post!5
	}
}
