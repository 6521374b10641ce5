// args: --checks all
// expect: true
unsigned nondet_uint(void);

int main(void) {
    unsigned n = nondet_uint();
    if (31 < n) return 0;
    return 1u << n == 0;
}
