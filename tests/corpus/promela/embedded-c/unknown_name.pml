// note: C that does not compile is an error of the model
// reject: unknown-member
active proctype P() {
	c_code { now.x = 1; }
}
