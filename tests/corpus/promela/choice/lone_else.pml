// note: else without other options always holds
// expect: end-states=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte x;

active proctype P() {
	if
	:: else -> x = 1
	fi;
	do
	:: else -> break
	od
}
