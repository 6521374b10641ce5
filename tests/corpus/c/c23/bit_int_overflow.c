// note: a sum of two integers of seven bits has seven bits
// options: --checks all
// expect: overflow=false
int main(void) {
    _BitInt(7) a = 63, b = 1;
    _BitInt(7) c = a + b;
    return c == 0;
}
