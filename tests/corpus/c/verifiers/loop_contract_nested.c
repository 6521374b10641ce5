// note: loops with contracts in loops with contracts
// options: --checks default --apply-loop-contracts
// expect: true
// decided-by: bmc kind
unsigned nondet_uint(void);
int main(void)
{
    unsigned n = nondet_uint() % 8, m = nondet_uint() % 8, sum = 0;
    for (unsigned i = 0; i < n; ++i)
    __CPROVER_loop_invariant(i <= n && sum == i * m)
    __CPROVER_decreases(n - i)
    {
        for (unsigned j = 0; j < m; ++j)
        __CPROVER_loop_invariant(j <= m && i < n && sum == i * m + j)
        __CPROVER_decreases(m - j)
        {
            ++sum;
        }
    }
    __CPROVER_assert(sum == n * m, "the product");
}
