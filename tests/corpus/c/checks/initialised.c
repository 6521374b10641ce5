// note: read only where it was written
// options: --checks all
// expect: true
// decided-by: bmc kind
int nondet_int(void);

int main(void) {
    int x, wanted = nondet_int();
    if (wanted) x = 1;
    return wanted ? x : 0;
}
