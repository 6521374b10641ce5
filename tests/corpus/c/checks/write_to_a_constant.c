// note: a constant is written by way of a cast
// options: --checks all
// expect: pointer=false
// decided-by: scout bmc probe kind explicit
const int table[2] = {1, 2};

int main(void) {
    int *p = (int *)table;
    p[1] = 3;
    return 0;
}
