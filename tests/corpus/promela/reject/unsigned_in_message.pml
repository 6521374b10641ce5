// note: unsigned cannot be the type of a message field
// reject: unsigned-field
chan q = [1] of { unsigned };

active proctype P() {
	q!1
}
