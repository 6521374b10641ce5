// note: havoc outside
// options: --checks bounds
// expect: bounds=false
// decided-by: scout bmc probe kind explicit
char bytes[4];
int main(void) {
    __CPROVER_havoc_slice(bytes + 1, 4);
}
