// note: assembler with instructions
// options: --checks unreach
// expect: maybe
#include <assert.h>
int main(void) {
    int x = 3;
    __asm__("addl $1, %0" : "+r"(x));
    assert(x == 4);
    return 0;
}
