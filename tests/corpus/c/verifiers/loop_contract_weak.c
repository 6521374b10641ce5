// note: what functions write that the loop calls is any number that the invariant allows
// options: --checks unreach --apply-loop-contracts
// expect: assertions=false
// decided-by: bmc kind
static unsigned calls;
static int table[4];
static void note(int at)
{
    ++calls;
    table[at] = at;
}
int main(void)
{
    int i = 0;
    while (i < 4)
    __CPROVER_loop_invariant(0 <= i && i <= 4)
    {
        note(i);
        ++i;
    }
    __CPROVER_assert(i == 4, "the end");
    __CPROVER_assert(calls == 4 || table[2] != 2, "not in the invariant");
}
