// note: a string is printed to where it stands
// options: --checks pointer
// expect: pointer=false
// decided-by: scout bmc probe kind explicit
#include <stdio.h>
int main(void) {
    char text[20] = "abc";
    sprintf(text, "%s!", text);
    return 0;
}
