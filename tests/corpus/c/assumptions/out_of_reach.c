// note: assembly code is not supported
// options: --checks all
// expect: maybe
int main(void) {
    __asm__("hlt");
    return 0;
}
