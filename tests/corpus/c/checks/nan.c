// args: --checks float
// expect: false float
double nondet_double(void);

int main(void) {
    double x = nondet_double(), y = nondet_double();
    return x / y > 0.0;
}
