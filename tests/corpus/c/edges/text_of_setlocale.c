// note: the text that `setlocale` yields must not be changed
// expect: pointer=false
// decided-by: scout bmc probe kind explicit
#include <locale.h>
int main(void) {
    setlocale(LC_ALL, "C")[0] = 'x';
    return 0;
}
