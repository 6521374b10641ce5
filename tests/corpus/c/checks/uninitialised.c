// args: --checks all
// expect: false uninit
int nondet_int(void);

int main(void) {
    int x;
    if (nondet_int()) x = 1;
    return x;
}
