// note: not even the name of the program must be there (C17 5.1.2.2.1)
// options: --checks default
// expect: assertions=false
// decided-by: scout bmc probe kind explicit
#include <assert.h>
int main(int argc, char **argv) {
    assert(argc >= 0 && argc <= 8);
    assert(argc > 0);
    return 0;
}
