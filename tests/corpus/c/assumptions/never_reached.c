// args: --checks all
// expect: true
int main(void) {
    int x = 1;
    if (x == 2)
        __asm__("nop");
    return 0;
}
