// note: a loop in a d_step runs to its end within the step
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
byte i, sum;

active proctype P() {
	d_step {
		do
		:: i < 5 -> i++; sum = sum + i
		:: else -> break
		od;
		i = 0
	};
	assert(sum == 15 && i == 0)
}
