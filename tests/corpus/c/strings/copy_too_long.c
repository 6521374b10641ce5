// note: no room for the zero at the end
// options: --checks all
// expect: bounds=false
// decided-by: scout bmc probe kind explicit
#include <string.h>
int main(void) {
    char buffer[5];
    strcpy(buffer, "hallo");
    return 0;
}
