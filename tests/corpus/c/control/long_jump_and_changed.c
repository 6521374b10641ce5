// note: a variable that is not volatile, changed after `setjmp`, has no certain value
// options: --checks unreach
// expect: maybe
#include <assert.h>
#include <setjmp.h>

int main(void) {
    jmp_buf back;
    int changed = 0;
    if (setjmp(back) == 0) {
        changed = 1;
        longjmp(back, 1);
    }
    assert(changed == 1);
    return 0;
}
