// note: an inline is put in place with its arguments as they are
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 6
byte x = 1, y = 5;

inline swap(a, b) {
	byte tmp;
	tmp = a;
	a = b;
	b = tmp
}

active proctype P() {
	swap(x, y);
	assert(x == 5 && y == 1)
}
