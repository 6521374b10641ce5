// note: a send to a full channel in a d_step blocks, which is an error
// expect: end-states=true d_step=false
// decided-by: scout probe explicit
chan q = [1] of { byte };

active proctype P() {
	d_step {
		q!1;
		q!2
	}
}
