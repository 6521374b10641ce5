// note: nobody jumps to a call that has returned
// options: --checks all
// expect: lifetime=false
// decided-by: scout bmc probe kind explicit
#include <setjmp.h>

static jmp_buf back;

static int set(void) { return setjmp(back) != 0; }

int main(void) {
    if (set() == 0)
        longjmp(back, 1);
    return 0;
}
