int f(int a, b) int b; { return a; }
