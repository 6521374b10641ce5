// note: where several options hold, each of them is tried
// expect: end-states=true assertions=false
// decided-by: scout bmc probe kind explicit
// states: 13
// transitions: 12
byte x;

active proctype P() {
	if
	:: true -> x = 1
	:: true -> x = 2
	:: x == 0 -> x = 3
	fi;
	assert(x != 2)
}
