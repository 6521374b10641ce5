// note: it writes what its contract does not name
// options: --checks unreach --entry set
// expect: assertions=false
// decided-by: bmc probe kind
int total;
void set(int *to)
__CPROVER_requires(__CPROVER_is_fresh(to, sizeof *to))
__CPROVER_assigns(*to)
{
    *to = 1;
    total++;
}
