// note: a buffer that was never filled
// options: --checks default
// expect: pointer=false
// decided-by: scout bmc probe kind explicit
#include <setjmp.h>

static jmp_buf back;

int main(void) {
    longjmp(back, 1);
    return 0;
}
