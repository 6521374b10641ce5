// note: some function: equal arguments, equal results
// options: --checks default
// expect: true
// decided-by: bmc kind
int __CPROVER_uninterpreted_rank(const void *object, unsigned char key);
_Bool __CPROVER_uninterpreted_holds(double value);
int nondet_int(void);
int main(void) {
    int a, b;
    unsigned char key = nondet_int();
    int first = __CPROVER_uninterpreted_rank(&a, key);
    int second = __CPROVER_uninterpreted_rank(&b, key);
    __CPROVER_assert(__CPROVER_uninterpreted_rank(&a, key) == first, "still the same");
    __CPROVER_assert(__CPROVER_uninterpreted_rank(&b, key + 256) == second, "converted as any argument");
    __CPROVER_assert(__CPROVER_uninterpreted_holds(0.5) == __CPROVER_uninterpreted_holds(0.25 + 0.25), "floats too");
}
