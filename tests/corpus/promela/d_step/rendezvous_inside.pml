// note: a rendezvous in a d_step is an error
// expect: end-states=true d_step=false
// decided-by: scout probe explicit
chan meet = [0] of { byte };
byte x;

active proctype P() {
	d_step {
		x = 1;
		meet!1
	}
}

active proctype Q() {
	meet?_
}
