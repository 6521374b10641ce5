// note: no bound on the depth cuts a long run short
// expect: end-states=true assertions=false
// states: 30004
// transitions: 30003
short far;

active proctype Runner() {
	do
	:: far < 15000 -> far++
	:: far == 15000 -> break
	od;
	assert(far == 0)
}
