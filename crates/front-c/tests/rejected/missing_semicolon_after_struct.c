struct s { int a; }
int f(void) { return 0; }
