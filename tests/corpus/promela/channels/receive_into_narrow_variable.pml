// note: a message received into a narrow variable is whole again on the next run
// differs: Spin puts back what the variable holds when it goes back, so other runs see a message that was never sent
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 8
// transitions: 7
chan q = [1] of { short };
byte narrow;

active proctype P() {
	short wide;
	q!257;
	if
	:: q?narrow -> assert(narrow == 1)
	:: q?wide -> assert(wide == 257)
	fi
}
