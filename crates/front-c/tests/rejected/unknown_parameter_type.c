int f(foo x, int y);
