// note: a label cannot stand on the first statement of a d_step
// reject: misplaced-label
byte x;

active proctype P() {
	d_step {
again:
		x = 1;
		x = 2
	}
}
