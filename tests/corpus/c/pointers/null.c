// args: --checks all
// expect: false null
int nondet_int(void);
void __VERIFIER_assume(int);

struct pair { int left, right; };
int main(void) {
    struct pair p = {1, 2}, *q = nondet_int() ? &p : 0;
    return q->right;
}
