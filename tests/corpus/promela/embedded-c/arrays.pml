// note: elements of arrays of the model, by constant and by computed index
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 14
// transitions: 13
byte a[4];
int n[3];
byte sum;

active proctype P() {
	byte k;
	c_code { int i; for (i = 0; i < 4; i++) now.a[i] = i * i; };
	do
	:: c_expr { PP->k < 4 } -> c_code { now.sum += now.a[PP->k]; PP->k++; }
	:: else -> break
	od;
	c_code { *now.n = 7; now.n[now.a[1] + 1] = now.n[0] + 1; };
	assert(sum == 14 && a[3] == 9 && n[0] == 7 && n[2] == 8)
}
