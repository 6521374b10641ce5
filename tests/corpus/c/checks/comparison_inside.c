// note: pointers into one array can be compared and subtracted
// options: --checks all
// expect: true
// decided-by: bmc kind
int nondet_int(void);

int main(void) {
    int a[8];
    int *p = a + (nondet_int() & 7), *q = a + (nondet_int() & 7);
    if (p < q) return q - p > 0;
    return p - q >= 0;
}
