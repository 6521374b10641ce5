// note: a structure as message is sent field by field
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 6
typedef Packet { byte to; byte data };
chan net = [2] of { Packet };

active proctype P() {
	Packet out, in;
	out.to = 3;
	out.data = 300;
	net!out;
	net?in;
	assert(in.to == 3 && in.data == 44)
}
