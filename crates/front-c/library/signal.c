// Sets of signals: one bit for each of the 64 that Linux has. Two are the library's own.
typedef struct {
    unsigned long bits[1024 / (8 * sizeof(unsigned long))];
} sigset_t;
void __tribunal_set_errno(int error);
enum { signals = 64, width = 8 * sizeof(unsigned long), first_inner = 32, last_inner = 33, invalid = 22 };

static int fail(void) {
    __tribunal_set_errno(invalid);
    return -1;
}

static unsigned long mask(int number) { return 1UL << (number - 1) % width; }

int sigemptyset(sigset_t *set) {
    for (int i = 0; i < signals / width; i++)
        set->bits[i] = 0;
    return 0;
}

int sigfillset(sigset_t *set) {
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
