// note: the underscore can only be written
// reject: write-only
byte x;

active proctype P() {
	x = _ + 1
}
