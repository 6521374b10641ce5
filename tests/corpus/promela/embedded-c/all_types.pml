// note: C reads and writes variables of every type, and numbers that do not fit lose their upper bits as in C
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
mtype = { one, two, three };
bit b = 1;
bool t;
byte y = 255;
short s = -2;
int i = 70000;
unsigned u : 3 = 5;
mtype m = two;
pid p;

active proctype P() {
	c_code {
		now.b = now.b + 1;
		now.t = 3;
		now.y++;
		now.s = now.s * 3;
		now.i = -now.i;
		now.u = now.u + 4;
		now.m = now.m - 1;
		now.p = 300;
	};
	assert(b == 0 && t == 1 && y == 0 && s == -6);
	assert(i == -70000 && u == 1 && m == three && p == 44)
}
