// note: labels have addresses, which tables hold and a `goto` follows
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
static int run(const unsigned char *code) {
    static const void *const steps[] = { &&more, &&less, &&stop };
    int value = 0;
    goto *steps[*code++];
more:
    value++;
    goto *steps[*code++];
less:
    value--;
    goto *steps[*code++];
stop:
    return value;
}
int main(void) {
    const unsigned char code[] = { 0, 0, 1, 0, 2 };
    assert(run(code) == 2);
    void *next = &&first;
    int turns = 0;
    goto *next;
first:
    if (turns++ < 2) {
        int inside = turns;
        next = inside == 1 ? &&first : &&last;
        goto *next;
    }
last:
    assert(turns == 2 && next == &&last);
    return 0;
}
