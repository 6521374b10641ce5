// note: what was allocated is freed before the end
// options: --checks all
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best lists kind explicit
#include <stdlib.h>

char *kept;

int main(void) {
    kept = malloc(4);
    free(kept);
    return 0;
}
