// note: C leaves open which element of an initialiser is computed first, and which argument of a call
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>

struct pair {
    int first, second;
};

static int step(int *at) { return ++*at; }

static int difference(int a, int b) { return b - a; }

int main(void) {
    int n = 0;
    struct pair both = {.second = step(&n), .first = step(&n)};
    assert(both.second == 1 && both.first == 2);
    int m = 0;
    assert(difference(step(&m), step(&m)) == 1);
    return 0;
}
