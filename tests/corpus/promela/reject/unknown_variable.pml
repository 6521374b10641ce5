// note: a name that was never declared
// reject: unknown-variable
active proctype P() {
	y = 1
}
