// note: break without a loop around
// reject: misplaced-break
active proctype P() {
	break
}
