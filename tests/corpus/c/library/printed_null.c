// args: --checks default
// expect: false null
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    puts(getenv("HOME"));
    return 0;
}
