// note: processes that are all at their ends are a valid end, whatever their order
// expect: end-states=true
// decided-by: scout explicit
// states: 2
// transitions: 1
byte x;

active proctype Old() {
	x = 1
}

active proctype Young() {
end_young:
	x == 7
}
