// note: allocations with an alignment
// options: --ladder kind --checks default
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    void *p = aligned_alloc(64, 128), *q;
    assert((uintptr_t)p % 64 == 0);
    assert(posix_memalign(&q, 256, 1) == 0 && (uintptr_t)q % 256 == 0);
    assert(posix_memalign(&q, 3, 1) == 22);
    return 0;
}
