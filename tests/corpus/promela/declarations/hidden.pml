// note: hidden variables do not tell states apart
// expect: end-states=true
// decided-by: scout explicit
// states: 4
// transitions: 5
hidden byte noise;
byte x;

active proctype P() {
	if
	:: noise = 1
	:: noise = 2
	:: noise = 3
	fi;
	x = 1
}
