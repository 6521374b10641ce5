// note: a D_proctype promises that at most one of its statements can be taken
// expect: end-states=true determinism=false
// decided-by: scout bmc probe kind explicit
byte x;

active D_proctype P() {
	if
	:: x == 0 -> x = 1
	:: x < 2 -> x = 2
	fi
}
