// note: a string that is not closed
// reject: unterminated-quote
active proctype P() {
	printf("hello
}
