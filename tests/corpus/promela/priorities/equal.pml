// note: processes of equal priority interleave
// expect: end-states=true
// decided-by: scout explicit
// states: 13
// transitions: 18
byte x;

active [2] proctype P() priority 7 {
	x++;
	x++
}
