// note: an index beyond an array is an error and ends the run
// differs: Spin reports it and goes on with the wild index, touching what lies behind the array
// expect: end-states=true array-bounds=false
// decided-by: scout probe explicit
// states: 1
// transitions: 0
byte row[3];
byte behind = 77;
byte i = 3;

active proctype P() {
	row[i] = 1;
	behind = 0
}
