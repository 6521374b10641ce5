// args: --checks all
// expect: true
int nondet_int(void);

int main(void) {
    int x, wanted = nondet_int();
    if (wanted) x = 1;
    return wanted ? x : 0;
}
