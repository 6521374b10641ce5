// Random numbers. Those of rand and random are any numbers, but the same ones again after the same seed.
void __tribunal_unsupported(const char *what);
void __VERIFIER_assume(int condition);
int nondet_int(void);

// How often the numbers have started anew, as far as it matters; who never sets a seed has set 1, as has who sets 0.
static int starts;

static int draw(void) {
    if (starts > 1)
        __tribunal_unsupported("random numbers after a second seed");
    int n = nondet_int();
    __VERIFIER_assume(n >= 0);
    return n;
}

static void start(unsigned seed) {
    if (starts < 2)
        starts += seed < 2 ? 2 : 1;
}

int rand(void) { return draw(); }
long random(void) { return draw(); }
void srand(unsigned seed) { start(seed); }
void srandom(unsigned seed) { start(seed); }

// As glibc has it: three turns of one linear congruential generator, 11, 10 and 10 bits of each.
static unsigned turn(unsigned *state, unsigned count) {
    *state = *state * 1103515245u + 12345u;
    return *state / 65536 % count;
}

int rand_r(unsigned *seed) {
    unsigned state = *seed;
    unsigned high = turn(&state, 2048), middle = turn(&state, 1024), low = turn(&state, 1024);
    *seed = state;
    return (int)((high << 10 ^ middle) << 10 ^ low);
}
