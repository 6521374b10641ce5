// note: a pointer that a loop with a contract moves from object to object is not supported
// options: --checks unreach --apply-loop-contracts
// expect: maybe
struct node {
    struct node *next;
};
int main(void)
{
    struct node last = { 0 }, first = { &last };
    struct node *at = &first;
    while (at)
    __CPROVER_loop_invariant(1)
    {
        at = at->next;
    }
    __CPROVER_assert(!at, "the end");
}
