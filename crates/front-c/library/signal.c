// Signals that a program sends itself, and sets of signals: one bit for each of the 64 that Linux has. Two are the library's own.
typedef struct {
    unsigned long bits[1024 / (8 * sizeof(unsigned long))];
} sigset_t;
void __tribunal_set_errno(int error);
void __tribunal_reads(const void *from, __SIZE_TYPE__ n);
enum { signals = 64, width = 8 * sizeof(unsigned long), first_inner = 32, last_inner = 33, invalid = 22 };

static int fail(void) {
    __tribunal_set_errno(invalid);
    return -1;
}

static unsigned long mask(int number) { return 1UL << (number - 1) % width; }

// All of the set must be there, though only the bits of signals are written.
int sigemptyset(sigset_t *set) {
    __tribunal_reads(set, sizeof *set);
    for (int i = 0; i < signals / width; i++)
        set->bits[i] = 0;
    return 0;
}

int sigfillset(sigset_t *set) {
    __tribunal_reads(set, sizeof *set);
    for (int i = 0; i < signals / width; i++)
        set->bits[i] = ~0UL;
    set->bits[(first_inner - 1) / width] &= ~mask(first_inner);
    set->bits[(last_inner - 1) / width] &= ~mask(last_inner);
    return 0;
}

static int may_change(int number) {
    return number > 0 && number <= signals && (number < first_inner || number > last_inner);
}

int sigaddset(sigset_t *set, int number) {
    if (!set || !may_change(number))
        return fail();
    set->bits[(number - 1) / width] |= mask(number);
    return 0;
}

int sigdelset(sigset_t *set, int number) {
    if (!set || !may_change(number))
        return fail();
    set->bits[(number - 1) / width] &= ~mask(number);
    return 0;
}

int sigismember(const sigset_t *set, int number) {
    if (!set || number <= 0 || number > signals)
        return fail();
    return (set->bits[(number - 1) / width] & mask(number)) != 0;
}

void __tribunal_unsupported(const char *what);
void _exit(int status);
typedef void (*handler)(int);
typedef struct {
    handler handle;
    sigset_t mask;
    int flags;
} action;
enum {
    aborted = 6, killed = 9, child_ended = 17, goes_on = 18, stopped = 19, last_stop = 22, urgent = 23, window_changed = 28,
    interrupted_calls_go_on = 0x10000000,
};
static handler handlers[signals + 1];
static int is_handling;

static handler ignored(void) { return (handler)1; }

static int may_handle(int number) {
    return may_change(number) && number != killed && number != stopped;
}

// What `abort` does is not told to its handler.
static void install(int number, handler new) {
    if (number == aborted && new && new != ignored())
        __tribunal_unsupported("a handler for the end of the program by `abort`");
    handlers[number] = new;
}

handler signal(int number, handler new) {
    if (!may_handle(number)) {
        fail();
        return (handler)-1;
    }
    handler old = handlers[number];
    install(number, new);
    return old;
}

int sigaction(int number, const action *new, action *old) {
    if (!may_handle(number))
        return fail();
    if (old) {
        old->handle = handlers[number];
        sigemptyset(&old->mask);
        old->flags = 0;
    }
    if (new) {
        if (new->flags & ~interrupted_calls_go_on)
            __tribunal_unsupported("a signal that is handled in a way of its own");
        install(number, new->handle);
    }
    return 0;
}

// Without a handler the program ends, or nothing happens.
int raise(int number) {
    if (!may_change(number))
        return number == 0 ? 0 : fail();
    handler set = handlers[number];
    if (set == ignored())
        return 0;
    if (!set) {
        if (number == child_ended || number == goes_on || number == urgent || number == window_changed)
            return 0;
        if (number >= stopped && number <= last_stop)
            __tribunal_unsupported("a program that is stopped");
        _exit(128 + number);
    }
    if (is_handling)
        __tribunal_unsupported("a signal while another is handled");
    is_handling = 1;
    set(number);
    is_handling = 0;
    return 0;
}
