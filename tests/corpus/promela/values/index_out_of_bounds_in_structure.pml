// note: an index within a structure is checked as well
// differs: Spin reports it and goes on with the wild index
// expect: end-states=true array-bounds=false
// decided-by: scout bmc probe kind explicit
// states: 5
// transitions: 4
typedef Row { byte cell[2] };
Row r;
byte i = 2;

active proctype P() {
	if
	:: i = 1
	:: skip
	fi;
	r.cell[i] = 1
}
