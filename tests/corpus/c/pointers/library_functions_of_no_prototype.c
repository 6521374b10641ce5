// note: who declares a function without its parameters may point to it with them
// options: --checks memory
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
int apply();
int main(void) {
    int (*f)(int, char *) = apply;
    return f(1, "") != 0;
}
