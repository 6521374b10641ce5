// note: extra semicolons and arrows between statements do no harm
// expect: end-states=true
// decided-by: scout explicit
// states: 7
// transitions: 6
byte x;

active proctype P() {
	x = 1;;
	x = 2;
	;
	if
	:: x == 2 -> ; x = 3;
	fi;
	x = 4;
}
