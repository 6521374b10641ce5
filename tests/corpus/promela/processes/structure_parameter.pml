// note: a structure can be a parameter
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 7
// transitions: 6
typedef Point { byte x; byte y };

proctype Show(Point p) {
	assert(p.x == 1 && p.y == 2)
}

init {
	Point here;
	here.x = 1;
	here.y = 2;
	run Show(here)
}
