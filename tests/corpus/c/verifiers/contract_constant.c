// note: nobody writes it
// options: --checks unreach --entry get
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best boxes kind explicit
static int limit = 3;
int get(void)
__CPROVER_ensures(__CPROVER_return_value == 3)
{
    return limit;
}
