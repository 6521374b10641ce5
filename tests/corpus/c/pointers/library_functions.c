// note: functions of the library are called by pointers, and compared
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
struct hooks {
    void *(*allocate)(size_t);
    void (*release)(void *);
    void *(*resize)(void *, size_t);
};
static struct hooks hooks = { malloc, free, realloc };
static const struct { const char *name; double (*apply)(double); } table[] = { { "fabs", fabs }, { "sqrt", sqrt } };
static int (*const classes[])(int) = { isdigit, isalpha };
static int compare(int (*by)(const char *, const char *), const char *a, const char *b) { return by(a, b); }
int main(void) {
    char *text = hooks.allocate(4);
    if (!text)
        return 0;
    memcpy(text, "abc", 4);
    char *more = hooks.resize(text, 8);
    assert(more == NULL || more[2] == 'c');
    hooks.release(more ? more : text);
    assert(table[0].apply(-2.0) == 2.0 && table[1].apply(9.0) == 3.0);
    assert(classes[0]('7') && !classes[0]('x') && classes[1]('x'));
    assert(compare(strcmp, "one", "one") == 0);
    assert(hooks.release == free && hooks.allocate != (void *(*)(size_t))0);
    return 0;
}
