// note: what is printed is read up to its end
// options: --checks default
// expect: bounds=false
// decided-by: scout bmc probe kind explicit
#include <stdio.h>
int main(void) {
    char text[3] = {'a', 'b', 'c'};
    printf("%.3s\n", text);
    printf("%s\n", text);
    return 0;
}
