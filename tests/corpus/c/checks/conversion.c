// args: --checks conversion
// expect: false conversion
int nondet_int(void);

int main(void) {
    unsigned char c = nondet_int();
    return c;
}
