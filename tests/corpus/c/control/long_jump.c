// note: a jump out of functions, their blocks and loops, to where `setjmp` was called
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <setjmp.h>

static jmp_buf back;
static int depth;

static void fall(int n) {
    char room[4] = {0};
    room[n % 4] = 1;
    depth++;
    if (n == 0)
        longjmp(back, 7);
    for (;;) {
        int inner[2] = {n, n - 1};
        fall(inner[1]);
        depth = 100;
    }
}

int main(void) {
    volatile int tries = 0;
    int got = setjmp(back);
    if (got == 0) {
        tries = 1;
        fall(3);
        tries = 2;
    }
    assert(got == 7);
    assert(tries == 1);
    assert(depth == 4);
    return 0;
}
