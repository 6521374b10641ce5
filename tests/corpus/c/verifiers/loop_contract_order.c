// note: several numbers decrease in the order of words in a dictionary
// options: --checks default --apply-loop-contracts
// expect: true
// decided-by: bmc kind
unsigned nondet_uint(void);
int main(void)
{
    unsigned i = nondet_uint(), j = nondet_uint();
    while (i)
    __CPROVER_loop_invariant(1)
    __CPROVER_decreases(i, j)
    {
        if (j) {
            --j;
        } else {
            --i;
            j = nondet_uint();
        }
    }
    __CPROVER_assert(i == 0, "the end");
}
