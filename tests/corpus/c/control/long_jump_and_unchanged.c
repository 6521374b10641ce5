// note: what has not changed keeps its value, and what is written anew has one
// options: --checks unreach
// expect: assertions=false
// decided-by: bmc probe kind
#include <assert.h>
#include <setjmp.h>

static jmp_buf back;

static void fail(int code) { longjmp(back, code); }

int main(void) {
    int kept = 5, written = 1, code;
    if ((code = setjmp(back)) != 0) {
        written = code;
        assert(kept == 5);
        assert(written == 4);
        return 0;
    }
    written = 2;
    fail(3);
    return 0;
}
