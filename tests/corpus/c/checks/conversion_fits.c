// note: conversions of values that fit
// options: --checks conversion
// expect: true
// decided-by: bmc kind
int nondet_int(void);

int main(void) {
    unsigned char c = nondet_int() & 255;
    signed char d = (signed char)(c / 2);
    return d;
}
