// note: zero divided by zero is no number
// options: --checks float
// expect: float=false
// decided-by: bmc probe kind
double nondet_double(void);

int main(void) {
    double x = nondet_double(), y = nondet_double();
    return x / y > 0.0;
}
