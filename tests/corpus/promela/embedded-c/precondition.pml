// note: what stands in brackets before a block must hold when it is executed
// expect: end-states=true assertions=false
// decided-by: scout probe explicit
// differs: Spin reports it, and goes on as if the statement waited
int x = 2;

active proctype P() {
	c_code [now.x > 0] { now.x--; };
	c_code [now.x > 0] { now.x--; };
	c_code [now.x > 0] { now.x--; }
}
