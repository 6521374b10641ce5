// note: where processes wait at valid ends, an unfinished trace is an invalid end
// expect: end-states=false
// decided-by: scout probe explicit
// states: 2
// transitions: 1
chan q = [2] of { byte };

active proctype P() {
	q!1;
end:
	q == 9
}

trace {
	q!1;
	q!2
}
