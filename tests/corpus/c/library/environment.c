// args: --checks unreach,overflow,memory
// expect: true
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
