// note: an end label before a loop marks the state at its options
// expect: end-states=true
// decided-by: scout explicit
// states: 5
// transitions: 5
chan q = [1] of { byte };

active proctype Server() {
end:
	do
	:: q?_
	od
}

active proctype Client() {
	q!1
}
