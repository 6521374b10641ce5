// note: a file that the program has written, opened again by its name
// options: --checks unreach
// expect: maybe
#include <assert.h>
#include <stdio.h>

int main(void) {
    FILE *out = fopen("note", "w");
    if (!out)
        return 1;
    fputc('x', out);
    fclose(out);
    FILE *in = fopen("note", "r");
    if (!in)
        return 1;
    assert(fgetc(in) == 'x');
    fclose(in);
    return 0;
}
