// note: a null pointer is printed
// options: --checks default
// expect: null=false
// decided-by: scout probe explicit
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    puts(getenv("HOME"));
    return 0;
}
