// note: a contract that is broken counts also where nobody looks for assertions that fail
// options: --checks memory --apply-loop-contracts
// expect: maybe
int main(void)
{
    int a = 0, b = 0, table[3] = { 1, 2, 3 };
    int *to = &a, *other = &b;
    for (int i = 0; i < 4; ++i)
    __CPROVER_assigns(*to)
    __CPROVER_loop_invariant(0 <= i && i <= 4)
    {
        *to = i;
        *other = i;
    }
    return table[b];
}
