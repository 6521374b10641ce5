// note: bytes between members that the initialiser leaves out
// options: --checks assertions
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <string.h>
struct pair { char first; int second; };
static struct pair kept = { 1, 0 };
int main(void) {
    struct pair a = { 1 }, b = { .first = 1 };
    assert(memcmp(&a, &b, sizeof a) == 0 && memcmp(&a, &kept, sizeof a) == 0);
    return 0;
}
