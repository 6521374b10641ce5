// note: universal names in identifiers are the characters that they stand for
// options: --checks default
// expect: true
// decided-by: bmc kind
#include <assert.h>
#define TEXT(x) #x
#define PASTE(a, b) a##b
int h\u00e9llo(void)
{
    return 3;
}
int main(void)
{
    int PASTE(\u03b1, _1) = 2, β = 3;
    assert(α_1 + \U000003b2 == 5);
    assert(héllo() == 3);
    assert(sizeof TEXT(h\u00e9) == 4);
}
