// note: functions that fail leave a number
// options: --checks default
// expect: true
// decided-by: scout bmc lists kind explicit
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
int main(void) {
    errno = 0;
    assert(strtol("99999999999999999999", 0, 10) > 0 && errno == ERANGE);
    errno = 0;
    assert(!malloc((size_t)-1) && errno == ENOMEM);
    return 0;
}
