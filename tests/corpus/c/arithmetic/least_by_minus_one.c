// args: --checks overflow,division
// expect: false overflow
int nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = nondet_int(), y = nondet_int();
    return y == 0 ? 0 : x / y;
}
