// note: a function may come to its end where nobody uses its value
// options: --checks all
// expect: true
// decided-by: bmc kind
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
