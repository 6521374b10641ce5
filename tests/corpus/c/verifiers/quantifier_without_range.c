// note: that a condition holds for all numbers cannot be assumed one by one
// options: --checks unreach
// expect: maybe
int f(int);
int main(void) {
    __CPROVER_assume(__CPROVER_forall { int i; i * i >= 0 });
}
