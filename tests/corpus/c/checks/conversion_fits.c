// args: --checks conversion
// expect: true
int nondet_int(void);

int main(void) {
    unsigned char c = nondet_int() & 255;
    signed char d = (signed char)(c / 2);
    return d;
}
