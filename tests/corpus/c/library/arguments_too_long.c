// note: an argument may be longer than an array
// options: --checks unreach,overflow,memory
// expect: bounds=false
// decided-by: bmc kind
#include <string.h>
int main(int argc, char **argv) {
    char name[4];
    if (argc > 1 && argv[1][0] == 'x')
        strcpy(name, argv[1]);
    return 0;
}
