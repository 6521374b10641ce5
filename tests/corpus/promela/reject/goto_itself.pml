// note: a label whose statement jumps to itself leads nowhere
// reject: jump-cycle
byte x;

active proctype P() {
	x = 1;
here:
	goto here
}
