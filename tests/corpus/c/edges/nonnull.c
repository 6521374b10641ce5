// note: a null pointer is handed to a function that must not get one, which gcc relies on
// options: --checks default
// expect: null=false
// decided-by: scout bmc probe kind explicit
__attribute__((nonnull(2))) static int is_less(int than, const int *what) {
    return what != 0 && *what < than;
}

int main(void) {
    const int *volatile nothing = 0;
    return is_less(3, nothing);
}
