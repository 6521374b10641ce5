// note: what the program has written to a file is not arbitrary when it reads it
// options: --checks unreach
// expect: maybe
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *file = tmpfile();
    if (!file)
        return 1;
    fputs("hello", file);
    rewind(file);
    assert(fgetc(file) == 'h');
    fclose(file);
    return 0;
}
