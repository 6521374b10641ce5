// note: a pointer to a local variable that is gone
// options: --checks all
// expect: lifetime=false
// decided-by: scout bmc probe kind explicit
int *f(void) { int local = 1; return &local; }
int main(void) { return *f(); }
