// note: a jump to a label that is not there
// reject: unknown-label
active proctype P() {
	goto nowhere
}
