// note: a division by what is greater than zero
// options: --checks all
// expect: true
// decided-by: bmc kind
int nondet_int(void);

int main(void) {
    int a = nondet_int(), b = nondet_int();
    if (b <= 0) return 0;
    return a / b + a % b == a;
}
