// note: what is not supported does no harm where no run comes
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
int main(void) {
    int x = 1;
    if (x == 2)
        __asm__("nop");
    return 0;
}
