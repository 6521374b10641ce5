// args: --checks default
// expect: false assertions
// Not even the name of the program must be there (C17 5.1.2.2.1).
#include <assert.h>
int main(int argc, char **argv) {
    assert(argc >= 0 && argc <= 8);
    assert(argc > 0);
    return 0;
}
