// note: exceptions by nested buffers, thrown through a pointer to a function and out of a recursion
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>

struct frame {
    jmp_buf back;
    struct frame *outer;
};
static struct frame *top;

static _Noreturn void throw_it(int code) {
    struct frame *frame = top;
    top = frame->outer;
    longjmp(frame->back, code);
}

static int nested(int n) {
    struct frame frame;
    frame.outer = top;
    top = &frame;
    if (setjmp(frame.back)) {
        assert(n > 0);
        throw_it(n);
    }
    if (n == 3)
        throw_it(9);
    nested(n + 1);
    return 0;
}

static int compare(const void *a, const void *b) {
    if (*(const int *)a == 2 || *(const int *)b == 2)
        throw_it(5);
    return *(const int *)a - *(const int *)b;
}

int main(void) {
    struct frame frame;
    frame.outer = 0;
    top = &frame;
    int code = setjmp(frame.back);
    if (code == 0)
        nested(1);
    assert(code == 1);
    top = &frame;
    int values[3] = {3, 1, 2};
    int again = setjmp(frame.back);
    if (again == 0)
        qsort(values, 3, sizeof values[0], compare);
    assert(again == 5);
    return 0;
}
