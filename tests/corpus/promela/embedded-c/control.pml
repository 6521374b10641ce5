// note: switch, goto, do, break, continue and conditional expressions inside a step
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 12
// transitions: 11
int x, y;

active proctype P() {
	byte k;
	do
	:: k < 4 ->
		c_code {
			switch (PP->k) {
			case 0: now.x += 1; break;
			case 1: now.x += 10;
			case 2: now.x += 100; break;
			default: goto last;
			}
			do { now.y++; } while (now.y % 2);
		last:
			now.x = now.x > 200 ? -now.x : now.x;
			PP->k++;
		}
	:: else -> break
	od;
	assert(x == -211 && y == 6)
}
