// args: --checks all
// expect: true
int nondet_int(void);

/* Its end is reached, but then nobody uses its value. */
int sign(int x) {
    if (x < 0) return -1;
    if (x > 0) return 1;
}

int main(void) {
    int x = nondet_int(), s = 0;
    sign(x);
    if (x != 0) s = sign(x);
    return s + 1;
}
