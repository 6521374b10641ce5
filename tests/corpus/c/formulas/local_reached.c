// note: a value that a local variable takes
// options: --ctl EF(main::sum==10)
// expect: true
// decided-by: absint scout best kind explicit
int main(void) {
    int sum = 0;
    for (int i = 1; i <= 4; i++)
        sum += i;
    return 0;
}
