// args: --checks all
// expect: false shift
int nondet_int(void);
void __VERIFIER_assume(int);

int main(void) { return 1 << nondet_int(); }
