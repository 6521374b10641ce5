// note: a structure of a type that is not there
// reject: syntax
Missing m;

active proctype P() {
	skip
}
