int f(void) { return (); }
