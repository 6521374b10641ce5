// note: an index that was compared with both bounds
// options: --checks all
// expect: true
// decided-by: bmc kind
int nondet_int(void);

int main(void) {
    int a[5] = {0}, i = nondet_int();
    if (i < 0 || 5 <= i) return 0;
    a[i] = 1;
    return a[i] - 1;
}
