// note: jumps that lead to each other lead nowhere
// reject: jump-cycle
byte x;

active proctype P() {
	x = 1;
one:
	goto two;
two:
	goto one
}
