// note: addresses of different objects are compared
// options: --checks all
// expect: comparison=false
// decided-by: scout bmc probe kind explicit
int main(void) {
    int a, b;
    return &a < &b;
}
