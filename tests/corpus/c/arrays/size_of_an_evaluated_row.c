// note: the operand of `sizeof` is evaluated if its size is computed, and only then; that of `_Alignof` never is
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <stdlib.h>
static int calls;
static int next(void) { return calls++; }
int main(void) {
    int n = 3, i = 1;
    int table[n][n], row[n];
    assert(sizeof table[i++] == 12 && i == 2);
    assert(sizeof table[next()] == 12 && calls == 1);
    assert(sizeof table[0][i++] == 4 && i == 2);
    assert(sizeof row[next()] == 4 && calls == 1);
    assert(_Alignof(int[next()]) == 4 && __alignof__(int[next()]) == 4 && calls == 1);
    int (*unset)[n];
    assert(sizeof *unset == 12);
    return 0;
}
