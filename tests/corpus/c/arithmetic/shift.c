// note: a shift by any number
// options: --checks all
// expect: shift=false
// decided-by: bmc probe kind
int nondet_int(void);
void __VERIFIER_assume(int);

int main(void) { return 1 << nondet_int(); }
