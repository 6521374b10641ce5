// args: --checks default
// expect: maybe
// Who hands a `long` to a directive that reads an `int` can expect nothing.
#include <stdio.h>
int main(void) {
    long number = 5;
    printf("%d\n", number);
    return 0;
}
