// note: an invariant that a turn breaks, though not the first ones
// options: --checks default --apply-loop-contracts
// expect: assertions=false
// decided-by: bmc kind
int main(void)
{
    int i = 0;
    while (i < 1000)
    __CPROVER_loop_invariant(0 <= i && i <= 1000 && i != 500)
    {
        ++i;
    }
}
