// args: --checks default
// expect: false bounds
// What is printed is read up to its end.
#include <stdio.h>
int main(void) {
    char text[3] = {'a', 'b', 'c'};
    printf("%.3s\n", text);
    printf("%s\n", text);
    return 0;
}
