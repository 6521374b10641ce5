// note: np_ holds where no process is at a progress label
// expect: end-states=true never=true non-progress=true
// decided-by: explicit
// states: 2
// transitions: 2
byte x;

active proctype P() {
	do
	:: x = 1;
progress:
		x = 0
	od
}

never {
	do
	:: true
	:: np_ -> break
	od;
accept:
	do
	:: np_
	od
}
