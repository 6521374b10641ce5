// note: a pointer to a function that is handed to the entry is null or returns anything
// options: --checks default --entry apply
// expect: assertions=false
// decided-by: scout bmc kind explicit
#include <assert.h>
struct hooks {
    int (*change)(int);
    void (*tell)(const char *);
};
int apply(const struct hooks *hooks, int value)
{
    if (!hooks || !hooks->change)
        return value;
    if (hooks->tell)
        hooks->tell("changing");
    int changed = hooks->change(value);
    assert(changed != 77);
    return changed;
}
