// note: a null pointer is followed
// options: --checks all
// expect: null=false
// decided-by: scout bmc probe kind explicit
int nondet_int(void);
void __VERIFIER_assume(int);

struct pair { int left, right; };
int main(void) {
    struct pair p = {1, 2}, *q = nondet_int() ? &p : 0;
    return q->right;
}
