// note: a break that leaves a d_step is a jump out of it
// reject: misplaced-break
byte n;

active proctype P() {
	do
	:: d_step { n == 0 -> n = 1; break }
	od
}
