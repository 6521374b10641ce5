// note: fields of structures, of arrays of structures, and arrays in structures
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 4
// transitions: 3
typedef Inner { byte v[3]; bit f };
typedef Outer { int n; Inner in[2] };
Outer o;
Inner row[2];

active proctype P() {
	Outer mine;
	c_code {
		int i;
		for (i = 0; i < 2; i++) {
			now.o.in[i].v[i + 1] = 10 + i;
			now.row[i].f = !now.row[1 - i].f;
		}
		PP->mine.n = now.o.in[0].v[1] + now.o.in[1].v[2];
		now.o.n = PP->mine.n;
	};
	assert(o.n == 21 && o.in[1].v[2] == 11 && row[0].f == 1 && row[1].f == 0)
}
