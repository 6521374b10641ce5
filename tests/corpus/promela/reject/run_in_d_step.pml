// note: a d_step cannot start a process
// reject: run-in-d_step
proctype Kid() {
	skip
}

init {
	d_step {
		run Kid();
		skip
	}
}
