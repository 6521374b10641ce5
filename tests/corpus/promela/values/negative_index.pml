// note: a negative index is out of bounds
// differs: Spin reports it and goes on with the wild index
// expect: end-states=true array-bounds=false
// decided-by: scout bmc probe kind explicit
// states: 2
// transitions: 1
short row[4];
short i;

active proctype P() {
	i--;
	row[0] = row[i]
}
