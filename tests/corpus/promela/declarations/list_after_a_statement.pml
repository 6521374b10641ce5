// note: a list behind a statement sets all elements when the process starts, and the first one where it stands
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 21
// transitions: 20
byte rounds;

active proctype P() {
	do
	:: rounds < 2 ->
		byte a[3] = { 5, 6 };
		assert(a[0] == 5);
		assert(rounds == 1 || a[1] == 6 && a[2] == 6);
		assert(rounds == 0 || a[1] == 9 && a[2] == 9);
		a[0] = 9;
		a[1] = 9;
		a[2] = 9;
		rounds++
	:: else -> break
	od
}
