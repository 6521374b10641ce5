// Clocks. What they show is arbitrary; Linux starts them at 0 in 1970 or later, and some never go back.
typedef long time_t, clock_t;
typedef int clockid_t;
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
struct timeval {
    time_t tv_sec;
    long tv_usec;
};
void __tribunal_unsupported(const char *what);
void __tribunal_set_errno(int error);
long nondet_long(void);
int nondet_int(void);

// Nothing is assumed of what comes from outside: a run on values that somebody chose should go on.
static long between(long least, long most) {
    long n = nondet_long();
    return n < least || n > most ? least : n;
}

static long at_least(long least) {
    long n = nondet_long();
    return n < least ? least : n;
}

time_t time(time_t *out) {
    time_t now = at_least(0);
    if (out)
        *out = now;
    return now;
}

clock_t clock(void) {
    static clock_t last;
    // Where it has 32 bits it comes round after half an hour.
    last = sizeof(clock_t) == 4 ? nondet_long() : at_least(last);
    return last;
}

double difftime(time_t later, time_t earlier) {
    if (later < earlier)
        return -(double)((unsigned long)earlier - (unsigned long)later);
    return (double)((unsigned long)later - (unsigned long)earlier);
}

int clock_gettime(clockid_t which, struct timespec *out) {
    enum { realtime, clocks = 4 };
    static struct timespec last[clocks];
    if (which < 0 || which >= clocks)
        __tribunal_unsupported("the function `clock_gettime` for this clock");
    struct timespec now = {at_least(which == realtime ? 0 : last[which].tv_sec), between(0, 999999999)};
    if (which != realtime && now.tv_sec == last[which].tv_sec && now.tv_nsec < last[which].tv_nsec)
        now.tv_nsec = last[which].tv_nsec;
    last[which] = now;
    *out = now;
    return 0;
}

int gettimeofday(struct timeval *out, void *zone) {
    if (out) {
        out->tv_sec = at_least(0);
        out->tv_usec = between(0, 999999);
    }
    if (zone) {
        int *minutes_west = zone;
        minutes_west[0] = nondet_int();
        minutes_west[1] = nondet_int();
    }
    return 0;
}

int timespec_get(struct timespec *out, int base) {
    enum { utc = 1 };
    if (base != utc)
        return 0;
    out->tv_sec = at_least(0);
    out->tv_nsec = between(0, 999999999);
    return base;
}

// No signal interrupts it.
int nanosleep(const struct timespec *wanted, struct timespec *left) {
    if (!wanted) {
        __tribunal_set_errno(14);
        return -1;
    }
    if (wanted->tv_sec < 0 || wanted->tv_nsec < 0 || wanted->tv_nsec > 999999999) {
        __tribunal_set_errno(22);
        return -1;
    }
    return 0;
}
