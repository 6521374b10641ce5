// note: a claim may speak of labels; the two are never at the critical label together
// expect: end-states=true never=true
// decided-by: explicit
// states: 3
// transitions: 4
byte lock;

active [2] proctype P() {
	do
	:: atomic { lock == 0 -> lock = 1 };
crit:
		lock = 0
	od
}

never {
	do
	:: P[0]@crit && P[1]@crit -> break
	:: else
	od
}
