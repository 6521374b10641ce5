// note: havoc outside
// options: --checks bounds
// expect: bounds=false
char bytes[4];
int main(void) {
    __CPROVER_havoc_slice(bytes + 1, 4);
}
