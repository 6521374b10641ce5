// note: variables of the environment stay what they are
// options: --checks unreach,overflow,memory
// expect: true
// decided-by: bmc kind
#include <assert.h>
#include <stdlib.h>
int main(void) {
    char *home = getenv("HOME"), *shell = getenv("SHELL");
    if (home && shell)
        assert(home != shell);
    assert(home == getenv("HOME"));
    if (home && home[0] == '/')
        assert(getenv("HOME")[0] == '/');
    return 0;
}
