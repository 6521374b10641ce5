// note: a `-` in a set of `sscanf` stands for a range between two characters in order, also for several with a common end, and for itself elsewhere
// options: --checks all
// expect: true
// decided-by: scout
#include <assert.h>
#include <stdio.h>
#include <string.h>
static int taken(const char *text, const char *format) {
    char found[8] = "";
    int n = sscanf(text, format, found);
    return n < 1 ? 0 : (int)strlen(found);
}
int main(void) {
    assert(taken("159x", "%7[0-1-9]") == 3);
    assert(taken("0-9x", "%7[9-0]") == 3);
    assert(taken("5", "%7[9-0]") == 0);
    assert(taken("-19a", "%7[-1-9]") == 3);
    assert(taken("b-a1", "%7[b-a-]") == 3);
    assert(taken("xy]-", "%7[^]-]") == 2);
    return 0;
}
