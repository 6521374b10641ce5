void f(void) { foo bar; }
