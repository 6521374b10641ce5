// note: how long a file is, and where one is in it; a file that was written and is read again is not known
// options: --checks all
// expect: true
// decided-by: bmc kind
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    FILE *file = fopen("data", "rb");
    if (!file)
        return 1;
    assert(fileno(file) > 2 && fileno(stdin) == 0);
    if (fseek(file, 0, SEEK_END) == 0) {
        long size = ftell(file);
        if (size >= 0) {
            long again = ftell(file);
            assert(again == size || again == -1);
        }
        rewind(file);
        assert(ftell(file) <= 0);
    }
    fclose(file);
    return 0;
}
