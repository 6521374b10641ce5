// note: C that cannot be read
// reject: unexpected-token
int x;
active proctype P() {
	c_code { now.x = ; }
}
