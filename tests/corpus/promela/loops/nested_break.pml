// note: break leaves the innermost loop only
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 20
// transitions: 19
byte inner, outer;

active proctype P() {
	do
	:: outer < 2 ->
		inner = 0;
		do
		:: inner < 2 -> inner++
		:: else -> break
		od;
		outer++
	:: else -> break
	od;
	assert(inner == 2 && outer == 2)
}
