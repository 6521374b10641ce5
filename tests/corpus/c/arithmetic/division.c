// args: --checks all
// expect: false division
int nondet_int(void);
void __VERIFIER_assume(int);

int main(void) { return 100 / nondet_int(); }
