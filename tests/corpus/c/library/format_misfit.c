// note: who hands a `long` to a directive that reads an `int`, and looks at the result, can expect nothing
// options: --checks default
// expect: maybe
#include <stdio.h>
int main(void) {
    long number = 5;
    return printf("%d\n", number) > 3;
}
