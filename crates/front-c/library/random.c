// Random numbers. Those of rand and random are any numbers, but the same ones again after the same seed.
void __tribunal_unsupported(const char *what);
void __VERIFIER_assume(int condition);
int nondet_int(void);

// Seeds that numbers were drawn with: how many, and the first of them. Who never sets a seed has set 1, as has who sets 0.
static int sequences, is_drawn;
static unsigned first, seed = 1;

static int draw(void) {
    if (!is_drawn) {
        is_drawn = 1;
        if (sequences == 2 || (sequences == 1 && seed == first))
            __tribunal_unsupported("random numbers of a third seed, or of the same one again");
        sequences++;
        first = seed;
    }
    int n = nondet_int();
    __VERIFIER_assume(n >= 0);
    return n;
}

static void start(unsigned number) {
    seed = number ? number : 1;
    is_drawn = 0;
}

int rand(void) { return draw(); }
long random(void) { return draw(); }
void srand(unsigned number) { start(number); }
void srandom(unsigned number) { start(number); }

// As glibc has it: three turns of one linear congruential generator, 11, 10 and 10 bits of each.
static unsigned turn(unsigned *state, unsigned count) {
    *state = *state * 1103515245u + 12345u;
    return *state / 65536 % count;
}

int rand_r(unsigned *place) {
    unsigned state = *place;
    unsigned high = turn(&state, 2048), middle = turn(&state, 1024), low = turn(&state, 1024);
    *place = state;
    return (int)((high << 10 ^ middle) << 10 ^ low);
}
