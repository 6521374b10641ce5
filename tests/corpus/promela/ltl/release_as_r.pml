// note: release may be written R as well
// differs: Spin knows V only
// expect: end-states=true kept=true broken=false
// decided-by: explicit
// states: 4
// transitions: 3
bit p, q = 1;

active proctype P() {
	p = 1;
	q = 0
}

ltl kept { p R q }
ltl broken { (p && !q) R q }
