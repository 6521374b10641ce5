// args: --checks pointer
// expect: false pointer
#include <stdio.h>
int main(void) {
    char text[20] = "abc";
    sprintf(text, "%s!", text);
    return 0;
}
