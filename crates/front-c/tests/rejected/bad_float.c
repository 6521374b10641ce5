double x = 1e;
