// note: select with a bound that is no constant counts up
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 15
// transitions: 14
byte low = 2, high = 4, v;

active proctype P() {
	select (v : low .. high);
	assert(v >= 2 && v <= 4)
}
