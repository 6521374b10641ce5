// note: the time is written by way of a pointer
// options: --checks default
// expect: assertions=false
// decided-by: bmc probe kind
#include <assert.h>
#include <time.h>
int main(void) {
    time_t t = 0;
    time(&t);
    assert(t == 0);
    return 0;
}
