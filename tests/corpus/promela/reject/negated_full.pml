// note: full, empty, nfull and nempty cannot be negated
// reject: misplaced-probe
chan q = [1] of { byte };

active proctype P() {
	!full(q) -> skip
}
