// note: overflow possible
// options: --checks unreach
// expect: assertions=false
// decided-by: bmc kind
unsigned long nondet_ulong(void);
int main(void) {
    unsigned long x = nondet_ulong(), y = nondet_ulong();
    __CPROVER_assume(x < 1ul << 33 && y < 1ul << 32);
    __CPROVER_assert(!__CPROVER_overflow_mult(x, y), "2^33 * 2^32 is too much");
}
