// note: an entry that does not exist
// options: --entry nothing
// reject: unknown-entry
static int something(int number)
{
    return number;
}
int (*known)(int) = something;
