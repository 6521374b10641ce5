// note: printing is a step without effect
// expect: end-states=true
// decided-by: scout explicit
// states: 13
// transitions: 18
active [2] proctype Speaker() {
	printf("%d speaks\n", _pid);
	printf("done\n")
}
