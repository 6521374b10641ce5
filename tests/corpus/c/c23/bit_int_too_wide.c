// note: integers of more than 127 bits are read, and nothing is said about what is computed with them
// options: --checks unreach
// expect: maybe
#include <assert.h>
int main(void) {
    unsigned _BitInt(200) a = 1;
    a <<= 150;
    assert(a >> 149 == 2);
    return 0;
}
