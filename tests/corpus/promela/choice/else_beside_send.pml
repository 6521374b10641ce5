// note: else beside a send is taken only where the channel is full
// expect: end-states=true
// decided-by: scout explicit
// states: 45
// transitions: 65
chan pipe = [1] of { bit };
byte sent, lost;

active proctype Source() {
	do
	:: sent + lost < 3 ->
		if
		:: pipe!1 -> sent++
		:: else -> lost++
		fi
	:: else -> break
	od
}

active proctype Drain() {
	pipe?_
}
