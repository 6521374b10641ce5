// note: a program may define what the C standard leaves free
// options: --checks default
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <stdio.h>
#include <unistd.h>
static double read(double x) { return x + 1; }
int getline(char *line, int most) {
    for (int i = 0; i < most; i++)
        line[i] = (char)i;
    return most;
}
int main(void) {
    char line[4];
    assert(read(1.5) == 2.5 && getline(line, 4) == 4 && line[3] == 3);
    return 0;
}
