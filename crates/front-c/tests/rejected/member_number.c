struct s { int a; } x; int f(void) { return x.1; }
