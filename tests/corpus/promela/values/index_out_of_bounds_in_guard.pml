// note: a wild index in a condition is an error too
// differs: Spin reports it and goes on with whatever lies there
// expect: end-states=true array-bounds=false
// decided-by: scout bmc probe kind explicit
// states: 5
// transitions: 4
byte row[2];
byte i;

active proctype P() {
	do
	:: row[i] == 0 -> i++
	:: i == 9 -> break
	od
}
