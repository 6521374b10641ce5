void f(int x) { if (x) int y; }
