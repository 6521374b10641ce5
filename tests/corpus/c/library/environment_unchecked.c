// args: --checks unreach,overflow,memory
// expect: false null
#include <stdlib.h>
int main(void) {
    return *getenv("HOME") == '/';
}
