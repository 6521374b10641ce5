// note: true, false and skip are constants, ++ and -- statements
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 6
// transitions: 5
byte x = 3;
bool b = true;

active proctype P() {
	x++;
	x--;
	b = false;
	assert(x == 3 && b == false && skip)
}
