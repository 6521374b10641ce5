// note: a loop writes by pointers what its contract does not name
// options: --checks unreach --apply-loop-contracts
// expect: assertions=false
// decided-by: bmc probe kind
int main(void)
{
    int a = 0, b = 0;
    int *to = &a, *other = &b;
    for (int i = 0; i < 4; ++i)
    __CPROVER_assigns(i, *to)
    __CPROVER_loop_invariant(0 <= i && i <= 4)
    {
        *to = i;
        *other = i;
    }
    __CPROVER_assert(b == 3, "the last turn");
}
