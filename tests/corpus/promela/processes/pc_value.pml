// note: pc_value is the number of a control state of a process
// expect: end-states=true never=true
// decided-by: explicit
// states: 4
// transitions: 3
byte x;

active proctype A() {
	x = 1;
	x = 2
}

never {
	do
	:: x == 0 && pc_value(0) == pc_value(0) + 1 -> break
	:: else
	od
}
