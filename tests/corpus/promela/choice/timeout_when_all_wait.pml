// note: timeout holds only where no process can move
// expect: end-states=true
// decided-by: scout explicit
// states: 19
// transitions: 21
byte ticks, work = 2;

active proctype Clock() {
	do
	:: timeout -> ticks++; if :: ticks == 2 -> break :: ticks < 2 fi
	od
}

active proctype Worker() {
	do
	:: work > 0 -> work--
	:: work == 0 -> break
	od;
	ticks == 1;
	work = 9
}
