// note: a function that it calls does, by a pointer
// options: --checks unreach --entry set
// expect: assertions=false
// decided-by: bmc probe kind
static int table[2];
static void store(int *to) { *to = 1; }
void set(int index)
__CPROVER_requires(0 <= index && index < 2)
__CPROVER_assigns(table[0])
{
    int own[1];
    store(own);
    store(&table[index]);
}
