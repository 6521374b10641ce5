// note: library functions twice
// options: --checks memory
// expect: free=false
// decided-by: scout bmc probe kind explicit
#include <stdlib.h>
struct hooks {
    void *(*allocate)(size_t);
    void (*release)(void *);
};
static struct hooks hooks = { malloc, free };
int main(void) {
    int *p = hooks.allocate(sizeof *p);
    hooks.release(p);
    hooks.release(p);
    return 0;
}
