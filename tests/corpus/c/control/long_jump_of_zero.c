// note: a jump with the value 0 comes back with 1
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <setjmp.h>

int main(void) {
    jmp_buf back;
    volatile int count = 0;
    switch (setjmp(back)) {
    case 0:
        count++;
        longjmp(back, 0);
    case 1:
        count++;
        if (count < 4)
            longjmp(back, 1);
        break;
    default:
        assert(0);
    }
    assert(count == 4);
    return 0;
}
