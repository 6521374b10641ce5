// note: the content of a NaN that is written down
// options: --checks default
// expect: true
// decided-by: bmc kind
#include <assert.h>
#include <string.h>
int main(void)
{
    double a = __builtin_nan("0x1234"), b = __builtin_nan("99999999999999999999"), c = __builtin_nan(" -5");
    float d = __builtin_nanf("077");
    unsigned long long bits;
    unsigned fewer;
    memcpy(&bits, &a, sizeof bits);
    assert(bits == 0x7ff8000000001234);
    memcpy(&bits, &b, sizeof bits);
    assert(bits == 0x7fff5e2d630fffff);
    memcpy(&bits, &c, sizeof bits);
    assert(bits == 0x7ff8000000000005);
    memcpy(&fewer, &d, sizeof fewer);
    assert(fewer == 0x7fc0003f);
    assert(a != a);
}
