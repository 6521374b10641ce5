// note: a program raises signals: they are handled at once, ignored, or change nothing
// options: --checks unreach,memory,overflow
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <signal.h>
static volatile sig_atomic_t seen;
static void note(int number) { seen = number; }
int main(void) {
    assert(signal(SIGUSR1, note) == SIG_DFL);
    raise(SIGUSR1);
    assert(seen == SIGUSR1);
    assert(signal(SIGUSR1, SIG_IGN) == note);
    seen = 0;
    raise(SIGUSR1);
    raise(SIGCHLD);
    struct sigaction action = { .sa_handler = note };
    assert(sigaction(SIGTERM, &action, 0) == 0 && raise(SIGTERM) == 0 && seen == SIGTERM);
    assert(signal(SIGKILL, note) == SIG_ERR);
    raise(SIGUSR2);
    assert(0);
}
