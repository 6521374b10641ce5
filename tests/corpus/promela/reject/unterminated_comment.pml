// note: a comment that is not closed
// reject: unterminated-comment
byte x;

active proctype P() {
	x = 1
}
/* and so on
