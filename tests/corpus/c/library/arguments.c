// note: arguments of the program
// options: --checks unreach,overflow,memory
// expect: true
// decided-by: bmc kind
#include <assert.h>
#include <string.h>
int main(int argc, char **argv) {
    assert(argv[argc] == 0);
    if (argc < 2)
        return 0;
    char first = argv[1][0], again = argv[1][0];
    assert(first == again);
    if (argv[1][0] == '-' && argv[1][1] == 'v' && argv[1][2] == 0)
        assert(strcmp(argv[1], "-v") == 0);
    return 0;
}
