// note: a stream is written, then read
// options: --checks assertions
// expect: maybe
#include <assert.h>
#include <stdio.h>
int main(void) {
    FILE *file = fopen("file", "r");
    if (file)
        assert(fputs("text", file) >= 0);
    return 0;
}
