// note: contracts stand for loops: an invariant, what decreases, values from before the loop
// options: --checks default --apply-loop-contracts
// expect: true
unsigned nondet_uint(void);
int main(void)
{
    unsigned n = nondet_uint(), x = nondet_uint(), odd = 0;
    for (unsigned i = 0; i < n; ++i)
    __CPROVER_loop_invariant(i <= n && x == __CPROVER_loop_entry(x) + 2u * i)
    __CPROVER_loop_invariant(odd <= i)
    __CPROVER_decreases(n - i)
    {
        x += 2;
        if (x % 3)
            continue;
        ++odd;
    }
    __CPROVER_assert(odd <= n, "at most one for each turn");
    unsigned low = 0, high = n;
    while (low < high)
    __CPROVER_assigns(low, high)
    __CPROVER_loop_invariant(low <= high && high <= n)
    __CPROVER_decreases(high - low)
    {
        unsigned middle = low + (high - low) / 2;
        if (nondet_uint() % 2)
            low = middle + 1;
        else
            high = middle;
        if (low == 17)
            break;
    }
    __CPROVER_assert(low <= n && (low == high || low == 17), "found");
}
