// note: STDIN is an ordinary channel variable for a verifier, and holds no channel
// expect: end-states=true assertions=true channels=false
// decided-by: scout probe explicit
chan STDIN;
int c;

active proctype P() {
	if
	:: STDIN?c -> assert(false)
	:: true
	fi
}
