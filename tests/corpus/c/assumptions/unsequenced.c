// note: C leaves open which of the two happens first
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
int main(void) {
    int i = 1;
    i = i++ + 1;
    return i - 2;
}
