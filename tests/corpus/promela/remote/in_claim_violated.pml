// note: without a lock the two may meet at the critical label
// expect: end-states=true never=false
// decided-by: explicit
// states: 4
// transitions: 8
byte n;

active [2] proctype P() {
	do
	:: n++;
crit:
		n--
	od
}

never {
	do
	:: P[0]@crit && P[1]@crit -> break
	:: else
	od
}
