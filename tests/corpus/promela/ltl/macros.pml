// note: macros may stand in a formula
// expect: end-states=true back=true
// decided-by: explicit
// states: 6
// transitions: 6
#define busy (n > 0)
#define calm (n == 0)
byte n;

active proctype P() {
	do
	:: n < 2 -> n++
	:: n == 2 -> n = 0
	od
}

ltl back { [] (busy -> <> calm) }
