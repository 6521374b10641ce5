// args: --ctl EF(main::sum==10)
// expect: true
int main(void) {
    int sum = 0;
    for (int i = 1; i <= 4; i++)
        sum += i;
    return 0;
}
