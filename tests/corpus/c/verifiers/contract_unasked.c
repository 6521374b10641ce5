// note: a precondition on which a replaced call relies counts also where nobody looks for assertions that fail
// options: --checks memory --replace set
// expect: maybe
static int at;
void set(int to)
__CPROVER_requires(0 <= to && to < 3)
__CPROVER_assigns(at)
__CPROVER_ensures(at == to)
{
    at = to;
}
int main(void)
{
    int table[3] = { 1, 2, 3 };
    set(3);
    return table[at];
}
