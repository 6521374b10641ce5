/* Initialisers. */
struct p { int x, y; };
struct q { struct p a[2]; int b; };
int a = 1, b[] = { 1, 2, 3, }, c[2][2] = { { 1, 2 }, { 3, 4 } }, d[2][2] = { 1, 2, 3, 4 };
int e[] = { [2] = 1, [0] = 2, 3, [5 ... 7] = 4, [8] 5 };
struct p f = { 1, 2 }, g = { .y = 1, .x = 2 }, h = { y: 1, x: 2 };
struct q i = { .a[0].x = 1, .a[1] = { 2, 3 }, .b = 4, .a[0] .y = 5 };
struct q j = { { { 1, 2 }, { 3, 4 } }, 5 }, k = { 1, 2, 3, 4, 5 };
char s[] = "abc", t[4] = { "abc" }, u[] = { 'a', 'b', 0 }, *v = "x" "y" "z";
char w[2][4] = { "abc", "de" };
struct p *l = (struct p[]){ { 1, 2 }, { 3, 4 } };
struct p m[] = { (struct p){ 1, 2 }, { .x = 3 } };
int n = { 1 }, o = {{{ 2 }}}, *p = &(int){ 3 };
struct p empty = { }, zero = { 0 };
int (*fp[])(void) = { 0, };
union { int a; char b[4]; } r = { .b = { 1, 2 } };
int total(void) { return ((struct p){ .x = 1 }).x + sizeof((int[]){ 1, 2, 3 }) + (int){ 4 } + ((int[2]){ 1, 2 })[1]; }
void x(int n) { int vla[n]; vla[0] = n; int y = n, z = y; (void)z; struct p q = g; (void)q; }
