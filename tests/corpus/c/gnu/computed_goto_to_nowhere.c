// note: computed goto to nowhere
// options: --checks memory
// expect: pointer=false
// decided-by: scout bmc probe kind explicit
int main(void) {
    static int number;
    void *next = &&here;
    if (number == 0)
        next = &number;
    goto *next;
here:
    return 0;
}
