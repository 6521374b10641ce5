// note: run of a process that does not exist
// reject: unknown-proctype
init {
	run Ghost()
}
