// note: strings are compared
// options: --ladder kind --checks all
// expect: true
// decided-by: bmc kind
#include <assert.h>
#include <string.h>
#include <strings.h>
int main(void) {
    char a[] = "abc", b[] = "abd";
    int order = strcmp(b, a);
    int (*compare)(const char *, const char *) = strcmp;
    assert(strcmp(a, b) < 0 && !strcmp(a, a) && memcmp(a, b, 2) == 0 && order > 0);
    assert(compare(a, b) < 0 && strncmp(a, b, 2) == 0 && strcasecmp(a, "ABC") == 0);
    return strcmp(a, b) ? 0 : 1;
}
