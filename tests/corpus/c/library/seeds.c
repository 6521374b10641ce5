// note: numbers drawn with one seed, or with two that differ, are any numbers; seeds with which nothing is drawn do not matter
// expect: true
// decided-by: absint octagons polyhedra powersets best bmc kind
#include <assert.h>
#include <stdlib.h>
#include <time.h>
int main(void) {
    srand(1);
    srand((unsigned)time(0));
    assert(rand() >= 0);
    srand((unsigned)time(0));
    return 0;
}
