// note: a function returns a null pointer that promises not to
// options: --checks default
// expect: null=false
// decided-by: scout bmc probe kind explicit
int nondet_int(void);
static int found;

__attribute__((returns_nonnull)) static int *find(int key) { return key == 7 ? 0 : &found; }

int main(void) {
    int key = nondet_int();
    return key < 10 ? find(key) != 0 : 0;
}
