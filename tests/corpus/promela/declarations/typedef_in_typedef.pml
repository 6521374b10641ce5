// note: structures nest, with arrays of structures
// expect: end-states=true assertions=true
// decided-by: scout explicit
// states: 5
// transitions: 4
typedef Cell { byte v; bool set };
typedef Grid { Cell c[2]; byte n };
Grid g[2];

active proctype P() {
	g[1].c[1].v = 6;
	g[1].n = g[1].c[1].v + 1;
	assert(g[1].n == 7 && g[0].n == 0 && g[1].c[0].v == 0)
}
