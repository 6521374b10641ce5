// args: --checks all
// expect: false overflow
int nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int x = nondet_int();
    return x + 1;
}
