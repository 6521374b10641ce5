// note: read where it was not written
// options: --checks all
// expect: uninit=false
// decided-by: scout bmc probe kind explicit
int nondet_int(void);

int main(void) {
    int x;
    if (nondet_int()) x = 1;
    return x;
}
