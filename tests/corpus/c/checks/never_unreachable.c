// note: all cases of two bits
// options: --checks all
// expect: true
// decided-by: absint bmc octagons polyhedra powersets best kind
int nondet_int(void);

int main(void) {
    switch (nondet_int() & 3) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    case 3: return 3;
    default: __builtin_unreachable();
    }
}
