// note: a label stands once in a process
// reject: redeclared
byte x;

active proctype P() {
here:
	x = 1;
here:
	x = 2
}
