// note: a model has one init at most
// differs: Spin starts both
// reject: redeclared
init {
	skip
}

init {
	skip
}
