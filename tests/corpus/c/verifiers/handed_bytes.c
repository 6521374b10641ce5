// note: a pointer to bytes that is handed to the entry points to one byte at least
// options: --checks default --entry second
// expect: bounds=false
// decided-by: bmc kind
int second(const unsigned char *bytes, const void *others)
{
    if (!bytes || !others)
        return 0;
    int first = bytes[0] + *(const char *)others;
    return first == 7 ? bytes[1] : first;
}
