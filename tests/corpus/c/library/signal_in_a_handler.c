// note: when the second signal is handled depends on which are held back
// options: --checks unreach
// expect: maybe
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t seen;
static void inner(int number) { seen = number; }
static void outer(int number) {
    (void)number;
    raise(SIGUSR2);
}
int main(void) {
    signal(SIGUSR1, outer);
    signal(SIGUSR2, inner);
    raise(SIGUSR1);
    assert(seen == SIGUSR2);
    return 0;
}
