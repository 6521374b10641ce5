// note: what a contract says does not decrease in every turn
// options: --checks default --apply-loop-contracts
// expect: assertions=false
// decided-by: bmc probe kind
int nondet_int(void);
int main(void)
{
    int i = 0;
    while (i < 1000)
    __CPROVER_loop_invariant(0 <= i && i <= 1000)
    __CPROVER_decreases(1000 - i)
    {
        if (nondet_int())
            ++i;
    }
}
