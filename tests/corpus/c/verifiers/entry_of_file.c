// note: a static function of a file that is named is the entry
// options: --checks default --entry entry_of_file.c:half
// expect: division=false overflow=false
// decided-by: bmc probe kind
static int half(int number, int by)
{
    return number / by;
}
int main(void)
{
    return half(4, 2);
}
