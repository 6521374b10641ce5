// note: a declaration in a loop assigns its first value in each round
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 18
// transitions: 17
byte rounds;

active proctype P() {
	do
	:: rounds < 3 ->
		byte fresh = 1;
		assert(fresh == 1);
		fresh = 5;
		rounds++
	:: else -> break
	od
}
