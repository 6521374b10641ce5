// note: select over a few constants is one step for each value
// expect: end-states=true assertions=false
// decided-by: scout bmc probe kind explicit
// states: 13
// transitions: 12
byte v;

active proctype P() {
	select (v : 3 .. 6);
	assert(v != 5)
}
