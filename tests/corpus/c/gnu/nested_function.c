// note: functions inside of functions see the variables around them, also where they are called by a pointer
// options: --checks unreach,memory,overflow
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
static int apply(int (*f)(int), int x) { return f(x); }
static int sum(const int *values, int count) {
    int total = 0;
    void add(int value) { total += value; }
    for (int i = 0; i < count; i++)
        add(values[i]);
    return total;
}
static int of_parameters(int base) {
    int plus(int x) { return base + x; }
    base++;
    return apply(plus, 3);
}
int main(void) {
    auto int later(int);
    int plain(int a, int b) { return a * b; }
    int later(int x) { return plain(x, 2); }
    int values[] = { 1, 2, 3 };
    assert(sum(values, 3) == 6 && sum(values, 2) == 3);
    assert(of_parameters(1) == 5 && of_parameters(2) == 6);
    assert(later(4) == 8);
    return 0;
}
