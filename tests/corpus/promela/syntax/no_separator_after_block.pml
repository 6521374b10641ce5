// note: a closing brace, fi or od needs no separator behind it
// expect: end-states=true
// decided-by: scout explicit
// states: 8
// transitions: 7
byte x;

active proctype P() {
	if
	:: x == 0 -> x = 1
	fi
	x = 2;
	atomic { x = 3 }
	do
	:: x == 3 -> break
	od
	x = 4
}
