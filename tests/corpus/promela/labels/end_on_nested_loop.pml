// note: an end label on a loop within a loop
// expect: end-states=true
// decided-by: scout explicit
// states: 2
// transitions: 1
chan q = [1] of { byte };

active proctype P() {
	do
	:: q!1 ->
end:
		do
		:: q!2
		od
	od
}
