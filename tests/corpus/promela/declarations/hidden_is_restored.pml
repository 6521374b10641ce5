// note: a hidden variable has the value of the run, also after another run was tried
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 9
// transitions: 8
hidden byte noise;
byte x;

active proctype P() {
	if
	:: noise = 1; x = 1
	:: noise = 2; x = 2
	fi;
	assert(noise == x)
}
