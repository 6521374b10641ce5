// note: where the input ends it stays ended
// options: --checks all
// expect: true
// decided-by: bmc kind
#include <assert.h>
#include <stdio.h>
int main(void) {
    int c = getchar();
    if (c == EOF && !ferror(stdin)) {
        assert(feof(stdin));
        assert(getchar() == EOF);
        rewind(stdin);
        assert(!feof(stdin));
    }
    return 0;
}
