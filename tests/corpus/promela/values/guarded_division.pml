// note: && and || do not look at their right side where the left decides
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte zero;
byte q = 8;

active proctype P() {
	if
	:: zero != 0 && q / zero == 1 -> assert(false)
	:: zero == 0 || q % zero == 1 -> q = 4
	fi;
	assert(q == 4)
}
