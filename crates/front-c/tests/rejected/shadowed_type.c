typedef int T; void f(void) { int T = 1; T x; }
