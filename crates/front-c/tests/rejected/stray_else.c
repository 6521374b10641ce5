void f(void) { else ; }
