// args: --checks memory
// expect: true
// Who declares a function without its parameters may point to it with them.
int apply();
int main(void) {
    int (*f)(int, char *) = apply;
    return f(1, "") != 0;
}
