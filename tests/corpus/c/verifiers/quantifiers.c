// note: conditions on all elements, assumed and asserted; implications from the right
// options: --checks default
// expect: true
// decided-by: bmc kind
int nondet_int(void);
int main(void) {
    int a[6], n = nondet_int();
    unsigned char k;
    __CPROVER_assume(0 <= n && n <= 6);
    __CPROVER_assume(__CPROVER_forall { int i; (0 <= i && i < n) ==> (0 <= a[i] && a[i] <= 10) });
    if (n == 6)
        __CPROVER_assert(a[5] <= 10, "one of them");
    __CPROVER_assert(__CPROVER_forall { int i; 0 <= i && i < n ==> a[i] < 11 }, "all of them");
    __CPROVER_assume(__CPROVER_exists { int i; i >= 0 && i < n && a[i] == 3 });
    __CPROVER_assert(n > 0, "there is one");
    __CPROVER_assert(__CPROVER_exists { int i; i >= 0 && i < n && a[i] == 3 }, "it is still there");
    _Bool small = __CPROVER_forall { unsigned i; i < 4u ==> i * i < 10 };
    __CPROVER_assert(small && !__CPROVER_exists { unsigned char c; c * c == 2 }, "by looking at all");
    __CPROVER_assert(!__CPROVER_forall { int i; (0 <= i && i <= 4) ==> i != 4 }, "the last one counts");
    __CPROVER_assert((0 ==> 0 ==> 0) && ((1 <==> 2) || 0), "from the right");
    __CPROVER_assert(__CPROVER_forall { long i; i < 0 || i == 0x7fffffffffffffff || i + 1 > 0 }, "any number");
}
