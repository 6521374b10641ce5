// note: C writes outside an array of the model
// expect: end-states=true bounds=false
// decided-by: scout probe explicit
// differs: Spin overwrites what lies behind
byte a[3];
byte b;

active proctype P() {
	byte i;
	do
	:: i <= 3 -> c_code { now.a[PP->i] = 1; }; i++
	:: else -> break
	od
}
