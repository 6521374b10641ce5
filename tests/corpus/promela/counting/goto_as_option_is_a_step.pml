// note: a goto that is the first statement of an option is a step
// expect: end-states=true
// decided-by: scout explicit
// states: 14
// transitions: 13
byte floor;

active proctype Lift() {
up:
	if
	:: floor < 2 -> floor++; goto up
	:: goto done
	fi;
	floor = 7;
done:
	skip
}
