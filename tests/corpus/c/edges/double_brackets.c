// note: attributes in double brackets
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
struct [[gnu::packed]] tight { char c; int i; };
[[gnu::packed]] struct loose { char c; int i; };
struct members { char c; [[gnu::aligned(16)]] int i; char d [[gnu::packed]]; };
enum [[gnu::packed]] small { few };
enum { one [[deprecated]] = 1, two };
[[nodiscard]] static int add([[maybe_unused]] int unused, int n) { return n + 1; }
[[noreturn]] void stop(void) { for (;;) {} }
[[gnu::constructor]] static void early(void);
static int ready;
static void early(void) { ready = 1; }
static int kind(int n) {
    switch (n) {
    case 0:
        n = 5;
        [[fallthrough]];
    case 1:
        return n;
    default:
        return 9;
    }
}
int main(void) {
    [[maybe_unused, gnu::aligned(32), other::thing(1, 2)]] int x = 3;
    int y [[gnu::aligned(64)]] = 4, a[1] = {0};
    assert(sizeof(struct tight) == 5 && sizeof(struct loose) == 8 && sizeof(struct members) == 32);
    assert(sizeof(enum small) == 1 && _Alignof(y) == 64 && a[0] == 0);
    assert(ready == 1 && kind(0) == 5 && kind(1) == 1 && add(x, y) == 5);
    [[unknown]] if (two != 2) stop();
    return 0;
}
