// note: the number of processes cannot be changed
// reject: read-only
active proctype P() {
	_nr_pr = 3
}
