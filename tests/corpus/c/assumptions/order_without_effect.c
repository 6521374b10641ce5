// note: calls that change nothing that stands beside them have no order either, but nothing depends on it
// options: --checks all
// expect: true
// decided-by: scout bmc lists kind explicit
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int calls;

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

static int counted(int n) {
    calls++;
    return n;
}

int main(void) {
    char a[] = "ab", b[] = "c";
    int local = 2, *memory = malloc(local * sizeof(int));
    if (memory) {
        *memory = fib(4) + fib(3);
        assert(*memory == 5);
    }
    assert(strlen(a) + strlen(b) == 3);
    assert(local + counted(1) + abs(-1) == 4);
    free(memory);
    return 0;
}
