// note: integers of more than 127 bits are read, and nothing is said about what is computed with them
// options: --checks unreach
// expect: maybe
#include <assert.h>
int main(void) {
    unsigned _BitInt(200) a = 1;
    unsigned _BitInt(200) b = a + 1;
    assert(sizeof b == 32);
    return 0;
}
