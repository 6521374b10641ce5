// note: one more than the greatest number
// options: --checks all
// expect: overflow=false
// decided-by: bmc kind
int nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = nondet_int();
    return x + 1;
}
