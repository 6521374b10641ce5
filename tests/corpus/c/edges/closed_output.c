// note: an output that is closed
// options: --checks assertions
// expect: maybe
#include <assert.h>
#include <stdio.h>
int main(void) {
    fclose(stdout);
    assert(puts("nobody hears it") >= 0);
    return 0;
}
