// note: a division by what is not zero
// options: --checks float
// expect: true
// decided-by: bmc kind
int nondet_int(void);

int main(void) {
    double x = nondet_int(), y = nondet_int();
    if (y == 0.0) return 0;
    return x / y > 0.0;
}
