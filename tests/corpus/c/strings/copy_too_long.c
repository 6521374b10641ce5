// args: --checks all
// expect: false bounds
#include <string.h>
int main(void) {
    char buffer[5];
    strcpy(buffer, "hallo");
    return 0;
}
