// note: the value of `setjmp` is assigned to a variable in memory, once more when control comes back
// options: --checks unreach,uninit
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <setjmp.h>

static jmp_buf back;

int main(void) {
    int value, *to = &value;
    if ((value = setjmp(back)) > 0) {
        assert(*to == 9);
        return 0;
    }
    longjmp(back, 9);
}
