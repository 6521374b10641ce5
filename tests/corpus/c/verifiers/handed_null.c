// note: a pointer handed to the entry may be null
// options: --checks default --entry get
// expect: null=false
// decided-by: bmc probe kind explicit
int get(const int *place)
{
    return *place;
}
