// note: an unknown index that was compared with both bounds
// options: --checks all
// expect: true
// decided-by: bmc kind
int nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int a[8] = {0}, i = nondet_int();
    if (0 <= i && i < 8) {
        a[i] = 7;
        return a[i] - 7;
    }
    return 0;
}
