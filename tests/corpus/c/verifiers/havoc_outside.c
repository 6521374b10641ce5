// args: --checks bounds
// expect: false bounds
char bytes[4];
int main(void) {
    __CPROVER_havoc_slice(bytes + 1, 4);
}
