// args: --checks all
// expect: false lifetime
int *f(void) { int local = 1; return &local; }
int main(void) { return *f(); }
