// note: the fourth case of two bits
// options: --checks all
// expect: unreachable=false
// decided-by: bmc probe kind
int nondet_int(void);

int main(void) {
    switch (nondet_int() & 3) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    default: __builtin_unreachable();
    }
}
