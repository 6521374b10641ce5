// note: a statement that is no statement
// reject: syntax
byte x;

active proctype P() {
	x = = 1
}
