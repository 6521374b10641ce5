// note: a channel made by a process is gone when the process is; who still knows it waits for ever
// expect: end-states=false assertions=true
// decided-by: scout probe explicit
// states: 7
// transitions: 6
chan known;
bool made;

proctype Owner() {
	chan mine = [1] of { byte };
	mine!3;
	known = mine;
	made = true
}

init {
	byte v;
	run Owner();
	made && _nr_pr == 1;
	known?v;
	assert(false)
}
