// note: an address may be found again from a number
// options: --checks leak
// expect: maybe
#include <stdint.h>
#include <stdlib.h>
uintptr_t kept;
int main(void) {
    kept = (uintptr_t)malloc(4) ^ 1;
    return 0;
}
