// note: a function without a body returns any value
// options: --checks all
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best kind explicit
int helper(int);
int main(void) { return helper(1) != 0; }
