// note: a claim that reaches its closing brace is violated
// expect: end-states=true never=false
// decided-by: explicit
// states: 9
// transitions: 8
byte x;

active proctype P() {
	do
	:: x < 3 -> x++
	:: x == 3 -> break
	od
}

never {
	do
	:: x < 2
	:: x == 2 -> break
	od;
	x == 2
}
