// note: an if that is not closed
// reject: syntax
byte x;

active proctype P() {
	if
	:: x == 0 -> x = 1
}
