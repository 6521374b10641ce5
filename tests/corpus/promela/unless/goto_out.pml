// note: a jump out of the main sequence leaves its escape behind
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
byte x;

active proctype P() {
	{
		x = 1;
		goto away
	} unless {
		x == 2 -> assert(false)
	};
	x = 9;
away:
	x = 2;
	x = 3
}
