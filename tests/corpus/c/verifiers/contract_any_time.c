// note: it may be called after `set`
// options: --checks unreach --entry get
// expect: assertions=false
// decided-by: scout bmc probe kind explicit
static int limit = 3;
void set(int to) { limit = to; }
int get(void)
__CPROVER_ensures(__CPROVER_return_value == 3)
{
    return limit;
}
