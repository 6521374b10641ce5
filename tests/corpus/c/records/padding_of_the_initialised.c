// note: bytes between members of a record with an initialiser
// options: --checks assertions
// expect: assertions=false
// decided-by: bmc probe kind
#include <assert.h>
#include <string.h>
struct pair { char first; int second; };
int main(void) {
    struct pair a = { 1, 2 }, b = { 1, 2 };
    assert(memcmp(&a, &b, sizeof a) == 0);
    return 0;
}
