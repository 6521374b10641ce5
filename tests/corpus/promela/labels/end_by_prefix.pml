// note: any label that starts with end marks a valid end
// expect: end-states=true
// decided-by: scout explicit
// states: 5
// transitions: 5
chan q = [1] of { byte };

active proctype Server() {
	do
	:: q?_ ->
endless:
		q?_
	od
}

init {
	q!1
}
