// note: an escape inside a loop leads back to the loop
// expect: end-states=false assertions=true
// decided-by: scout probe explicit
// states: 8
// transitions: 7
byte n, errors;

active proctype P() {
	do
	:: n < 3 ->
		{
			n++;
			n == 2
		} unless {
			n == 1 -> errors++; n++
		}
	:: n >= 3 -> break
	od;
	assert(errors == 1)
}
