// note: an if has at most one else
// reject: duplicate-else
byte x;

active proctype P() {
	if
	:: x == 1 -> x = 2
	:: else -> x = 3
	:: else -> x = 4
	fi
}
