// note: a function without a body returns any value
// options: --checks all
// expect: true
// decided-by: absint scout octagons polyhedra powersets best bmc kind explicit
int helper(int);
int main(void) { return helper(1) != 0; }
