// note: a jump out of a d_step is not allowed
// reject: d_step-border
byte x;

active proctype P() {
	d_step {
		x = 1;
		goto out
	};
	x = 2;
out:
	x = 3
}
