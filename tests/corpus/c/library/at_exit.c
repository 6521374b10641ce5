// note: functions run at the end in the opposite order
// options: --checks unreach
// expect: assertions=false
// decided-by: scout bmc probe kind explicit
#include <assert.h>
#include <stdlib.h>
int ended;
static void first(void) { assert(ended); }
static void second(void) { ended = 0; }
int main(void) {
    atexit(first);
    atexit(second);
    ended = 1;
}
