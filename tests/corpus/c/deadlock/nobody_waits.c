// note: a program without threads and locks: nothing can wait
// options: --checks deadlock
// expect: true
// decided-by: absint scout bmc octagons polyhedra powersets best flow boxes kind explicit
int main(void) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 1000; i++)
        sum += i;
    return sum == 0;
}
