// note: a jump into a d_step is not allowed
// reject: d_step-border
byte x;

active proctype P() {
	goto in;
	d_step {
		x = 1;
in:
		x = 2
	}
}
