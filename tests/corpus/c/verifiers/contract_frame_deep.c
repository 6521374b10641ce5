// args: --checks unreach --entry set
// expect: false assertions
// A function that it calls does, by a pointer.
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
