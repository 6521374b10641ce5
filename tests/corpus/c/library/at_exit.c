// args: --checks unreach
// expect: false assertions
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
