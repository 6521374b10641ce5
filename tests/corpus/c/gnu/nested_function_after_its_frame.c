// note: the variables that the inner function uses are gone when it is called
// options: --checks memory
// expect: lifetime=false
// decided-by: scout bmc probe kind explicit
static int (*escaped)(int);
static void outer(int base) {
    int inner(int x) { return base + x; }
    escaped = inner;
}
int main(void) {
    outer(1);
    return escaped(2);
}
