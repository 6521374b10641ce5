// note: any number may be zero
// options: --checks all
// expect: division=false
// decided-by: bmc probe kind
int nondet_int(void);
void __VERIFIER_assume(int);

int main(void) { return 100 / nondet_int(); }
