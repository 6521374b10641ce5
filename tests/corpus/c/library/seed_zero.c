// note: to glibc, the seed 0 is the seed 1, with which a program starts that sets none
// expect: maybe
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int before = rand();
    srand(0);
    assert(rand() == before);
    return 0;
}
