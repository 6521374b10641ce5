// note: an inline cannot call itself
// reject: recursive-inline
inline again() {
	again()
}

active proctype P() {
	again()
}
