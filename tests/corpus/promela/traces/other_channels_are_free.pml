// note: a trace says nothing about channels that it does not mention
// expect: end-states=true
// decided-by: scout explicit
// states: 6
// transitions: 5
chan a = [2] of { byte };
chan b = [2] of { byte };

active proctype P() {
	a!1;
	b!5;
	a!2;
	b!6
}

trace {
	a!1;
	a!2
}
