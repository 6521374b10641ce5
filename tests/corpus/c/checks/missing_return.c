// args: --checks all
// expect: false return
int nondet_int(void);

int sign(int x) {
    if (x < 0) return -1;
    if (x > 0) return 1;
}

int main(void) {
    int x = nondet_int(), s = sign(x);
    return s == 0;
}
