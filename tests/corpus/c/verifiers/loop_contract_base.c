// note: an invariant that does not hold before the loop
// options: --checks default --apply-loop-contracts
// expect: assertions=false
// decided-by: scout bmc probe kind explicit
int main(void)
{
    int i = 1;
    while (i < 10)
    __CPROVER_loop_invariant(i % 2 == 0 && i <= 10 && 0 <= i)
    {
        i += 2;
    }
}
