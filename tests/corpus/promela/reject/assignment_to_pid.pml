// note: the number of a process cannot be changed
// reject: read-only
active proctype P() {
	_pid = 3
}
