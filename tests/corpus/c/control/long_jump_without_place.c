// note: a buffer that was never filled
// options: --checks default
// expect: pointer=false
#include <setjmp.h>

static jmp_buf back;

int main(void) {
    longjmp(back, 1);
    return 0;
}
