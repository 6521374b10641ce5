// note: a shift by less than the width
// options: --checks all
// expect: true
// decided-by: bmc kind
unsigned nondet_uint(void);

int main(void) {
    unsigned n = nondet_uint();
    if (31 < n) return 0;
    return 1u << n == 0;
}
