// note: what is to be cleaned up is cleaned up however the block is left, the last first
// options: --checks unreach,memory,leak
// expect: true
// decided-by: scout bmc lists kind explicit
#include <assert.h>
#include <stdlib.h>
static int log[16], count;
static void note(int *p) { log[count++] = *p; }
static void release(char **p) { free(*p); }
static int f(int way) {
    int outer __attribute__((cleanup(note))) = 1;
    __attribute__((cleanup(release))) char *text = malloc(3);
    if (way == 0)
        return outer + 10;
    for (int i = 0; i < 3; i++) {
        int inner __attribute__((cleanup(note))) = 2 + i;
        if (way == 1)
            break;
        if (way == 2)
            goto out;
    }
    outer = 9;
out:
    return outer;
}
int main(void) {
    assert(f(0) == 11 && count == 1 && log[0] == 1);
    count = 0;
    assert(f(1) == 9 && count == 2 && log[0] == 2 && log[1] == 9);
    count = 0;
    assert(f(2) == 1 && count == 2 && log[0] == 2 && log[1] == 1);
    count = 0;
    assert(f(3) == 9 && count == 4 && log[2] == 4 && log[3] == 9);
    count = 0;
    int turns = 0;
again:;
    int mine __attribute__((cleanup(note))) = turns;
    if (turns++ < 1)
        goto again;
    assert(count == 1 && log[0] == 0);
    int value = ({ int here __attribute__((cleanup(note))) = 5; here + 1; });
    assert(value == 6 && count == 2 && log[1] == 5);
    return 0;
}
