// note: the operators have names as well
// expect: end-states=true a=true b=true c=true d=false e=true f=true
// decided-by: explicit
// states: 6
// transitions: 6
byte x;

active proctype P() {
	do
	:: x < 2 -> x++
	:: else -> x = 0
	od
}

ltl a { always ((x == 1) implies (eventually (x == 2))) }
ltl b { (x < 2) until (x == 2) }
ltl c { (x == 0) equivalent (x == 0) }
ltl d { always (eventually (x == 7)) }
ltl e { (x < 3) weakuntil (x == 9) }
ltl f { (x == 9) release (x < 3) }
