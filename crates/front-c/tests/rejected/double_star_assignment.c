void f(int x) { x **= 2; }
