// note: a process that waits without an end label is stuck
// expect: end-states=false
// decided-by: scout probe explicit
// states: 1
// transitions: 0
chan q = [1] of { byte };

active proctype Server() {
	do
	:: q?_
	od
}
