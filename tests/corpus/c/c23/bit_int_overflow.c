// note: a sum of two integers of seven bits has seven bits
// options: --checks all
// expect: overflow=false
// decided-by: scout bmc probe kind explicit
int main(void) {
    _BitInt(7) a = 63, b = 1;
    _BitInt(7) c = a + b;
    return c == 0;
}
