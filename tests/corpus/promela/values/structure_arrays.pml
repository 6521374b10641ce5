// note: an index into an array of structures may be any expression
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 5
typedef Slot { byte v; bit used };
Slot s[2];
byte i;

active proctype P() {
	s[i].v = 4;
	s[1 - i].v = s[i].v + 1;
	s[s[i].v - 3].used = 1;
	assert(s[0].v == 4 && s[1].v == 5 && s[1].used && !s[0].used)
}
