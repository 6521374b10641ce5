// note: assembly code is not supported
// options: --checks all
// expect: maybe
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
int main(void) {
    __asm__("nop");
    return 0;
}
