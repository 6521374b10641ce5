// note: a loop with a contract into which a case of a switch around it leads is not supported
// options: --checks unreach --apply-loop-contracts
// expect: maybe
int nondet_int(void);
int main(void)
{
    int i = 0;
    switch (nondet_int()) {
    case 0:
        while (i < 4)
        __CPROVER_loop_invariant(0 <= i && i <= 4)
        {
            ++i;
    case 1:
            i += 2;
        }
    }
    __CPROVER_assert(i < 4, "entered in the middle");
}
