// note: an array cannot be a parameter
// reject: array-parameter
proctype P(byte row[2]) {
	skip
}

init {
	skip
}
