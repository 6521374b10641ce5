// note: a receive from a channel that was never made is an error
// expect: end-states=true channels=false
// decided-by: scout probe explicit
chan lost;

active proctype P() {
	byte v;
	lost?v
}
