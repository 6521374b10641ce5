// note: addresses of different objects are compared
// options: --checks all
// expect: comparison=false
// decided-by: scout probe bmc kind explicit
int main(void) {
    int a, b;
    return &a < &b;
}
