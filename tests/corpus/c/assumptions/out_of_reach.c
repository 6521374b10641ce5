// args: --checks all
// expect: maybe
int main(void) {
    __asm__("nop");
    return 0;
}
