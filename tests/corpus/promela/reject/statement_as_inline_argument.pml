// note: an argument of an inline is an expression
// reject: syntax
byte x;

inline guarded(c, s) {
	if
	:: c -> s
	:: else
	fi
}

active proctype P() {
	guarded(x == 0, x = 4)
}
