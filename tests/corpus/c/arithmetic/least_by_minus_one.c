// note: the least number divided by -1 is too large
// options: --checks overflow,division
// expect: overflow=false
// decided-by: bmc kind
int nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = nondet_int(), y = nondet_int();
    return y == 0 ? 0 : x / y;
}
