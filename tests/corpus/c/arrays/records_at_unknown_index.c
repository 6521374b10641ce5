// note: fields of records, their bytes, and copies of what was written at unknown places
// options: --ladder kind --checks all
// expect: true
// decided-by: bmc kind
#include <assert.h>
#include <string.h>
unsigned nondet_uint(void);
void __VERIFIER_assume(int);
struct record { int key; short low, high; unsigned value; };
static struct record table[40], copy[40];
int main(void) {
    unsigned i = nondet_uint(), j = nondet_uint();
    __VERIFIER_assume(i < 40 && j < 40);
    table[i].key = 5;
    table[j].value = 0x01020304;
    table[j].key++;
    assert(table[i].key == 5 || (i == j && table[i].key == 6));
    unsigned char *bytes = (unsigned char *)&table[j].value;
    assert(bytes[0] == 4 && bytes[3] == 1);
    table[i].high = -1;
    assert(table[j].low == 0);
    memcpy(copy, table, sizeof table);
    assert(copy[i].high == -1 && copy[j].value == table[j].value);
    memset(&table[3], 0, sizeof table[3]);
    assert(i == 3 || table[i].high == -1);
    return 0;
}
