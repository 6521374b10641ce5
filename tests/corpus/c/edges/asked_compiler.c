// note: what a program is told that asks whether the compiler knows an attribute or a builtin: it takes the way that gcc takes
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#ifndef __has_attribute
#error gcc answers
#endif
#if __has_attribute(packed)
#define PACKED __attribute__((packed))
#else
#define PACKED
#endif
#if __has_attribute(__aligned__) && !__has_attribute(never_heard_of) && __has_cpp_attribute(gnu::aligned)
#define ALIGNED __attribute__((aligned(32)))
#else
#define ALIGNED
#endif
struct PACKED record { char c; int x; };
struct ALIGNED line { char c; };
static int sum(int x, int y) {
    int result;
#if __has_builtin(__builtin_add_overflow) && !__has_builtin(__builtin_never_heard_of)
    if (__builtin_add_overflow(x, y, &result))
        result = 0;
#else
    result = 1;
#endif
    return result;
}
int main(void) {
    assert(sizeof(struct record) == 5 && sizeof(struct line) == 32);
    assert(sum(0x7fffffff, 1) == 0 && sum(2, 3) == 5);
#if __has_c_attribute(nodiscard) != 202003L || __has_c_attribute(packed)
    assert(0);
#endif
    return 0;
}
