// note: an unknown index may be below zero
// options: --checks all
// expect: bounds=false
// decided-by: bmc probe kind
int nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int a[8] = {0}, i = nondet_int();
    if (i < 8)
        a[i] = 7;
    return 0;
}
