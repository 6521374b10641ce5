// note: C writes outside an array of its own
// expect: end-states=true bounds=false
// decided-by: scout probe explicit
// differs: Spin overwrites what lies behind
c_decl { int table[4]; }
c_track "table" "sizeof(table)"

active proctype P() {
	byte i;
	do
	:: i <= 4 -> c_code { table[PP->i] = PP->i; }; i++
	:: else -> break
	od
}
