// note: a union with pointers that is handed to the entry is not supported
// options: --checks default --entry kind
// expect: maybe
union value {
    int *pointer;
    long number;
};
long kind(const union value *value)
{
    return value ? value->number : 0;
}
