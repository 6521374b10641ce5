// note: a variable of C that nobody tracks has the value that the run gave it
// expect: end-states=true assertions=true
// decided-by: scout explicit
// differs: Spin does not restore it when it goes back in its search, and reports an error that no run has
c_decl { int calls; }
byte x;

active proctype P() {
	if
	:: c_code { calls++; }; x = 1
	:: c_code { calls++; }; x = 2
	fi;
	assert(c_expr { calls == 1 })
}
