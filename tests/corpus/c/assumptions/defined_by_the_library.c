// note: what the library defines has the library's values, which nobody knows here
// options: --checks unreach
// expect: maybe
#include <assert.h>
#include <unistd.h>
int main(void) {
    assert(optind == 1);
    return 0;
}
