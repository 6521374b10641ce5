// note: a function whose value is used may come to its end
// options: --checks all
// expect: return=false
// decided-by: bmc probe kind
int nondet_int(void);

int sign(int x) {
    if (x < 0) return -1;
    if (x > 0) return 1;
}

int main(void) {
    int x = nondet_int(), s = sign(x);
    return s == 0;
}
