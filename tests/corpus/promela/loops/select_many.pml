// note: select over many constants counts up, leaving at any value
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 205
// transitions: 204
byte v;

active proctype P() {
	select (v : 0 .. 40);
	assert(v <= 40)
}
