// note: a string that fits
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <string.h>
int main(void) {
    char buffer[6];
    strcpy(buffer, "hallo");
    assert(strlen(buffer) == 5 && strcmp(buffer, "hallo") == 0);
    return 0;
}
