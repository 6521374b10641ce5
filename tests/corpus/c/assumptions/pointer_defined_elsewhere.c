// note: to what it points, or how long it is, is not known here
// options: --checks unreach,memory
// expect: maybe
#include <assert.h>
extern char *name;
extern int table[];
int main(void) {
    assert(name != 0);
    return table[0];
}
