// note: characters in the condition of an #if have the values that they have elsewhere
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#if 'a' == 97 && '\377' == -1 && 'ab' == 24930 && 'ä' == 50084 && '\u00e4' == 50084
#define PLAIN 1
#endif
#if L'\xffff' == 65535 && L'ä' == 0xe4 && L'\xffffffff' == -1
#define WIDE 1
#endif
#if u'\xffff' == 65535 && U'\xffffffff' > 0
#define UNSIGNED 1
#endif
int main(void) {
#ifdef PLAIN
    assert('a' == 97 && '\377' == -1 && 'ab' == 24930 && 'ä' == 50084 && '\u00e4' == 50084);
#else
    assert(0);
#endif
#ifdef WIDE
    assert(L'\xffff' == 65535 && L'ä' == 0xe4 && L'\xffffffff' == -1);
#else
    assert(0);
#endif
#ifdef UNSIGNED
    assert(u'\xffff' == 65535 && U'\xffffffff' > 0);
#else
    assert(0);
#endif
    return 0;
}
