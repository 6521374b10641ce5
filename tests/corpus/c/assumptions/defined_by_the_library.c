// args: --checks unreach
// expect: maybe
// What the library defines has the library's values, which nobody knows here.
#include <assert.h>
#include <unistd.h>
int main(void) {
    assert(optind == 1);
    return 0;
}
