// note: a machine whose state tells how often it has failed: what holds in one state only
// options: --checks unreach
// expect: true
// decided-by: scout boxes kind explicit
#include <assert.h>
int nondet_int(void);

int main(void) {
    int state = 0, failures = 0;
    while (1) {
        int event = nondet_int();
        if (state == 0 && event == 3) {
            state = 1;
        } else if (state == 1 && event == 5) {
            state = 2;
        } else if (state == 2 && event == 4) {
            state = 0;
        } else if (state != 7 && event == 9) {
            state = 7;
            failures++;
            assert(failures <= 1);
        }
    }
}
