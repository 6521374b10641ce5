// note: a constant in a receive must equal the field
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
mtype = { ack, nak };
chan q = [2] of { mtype, byte };

active proctype P() {
	byte v;
	q!nak,1;
	do
	:: q?ack,v -> assert(false)
	:: q?nak,v -> break
	od;
	assert(v == 1)
}
