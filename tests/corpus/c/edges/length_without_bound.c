// note: nobody says that so many elements fit the stack
// options: --checks memsafety
// expect: maybe
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned length = __VERIFIER_nondet_uint();
    if (length == 0)
        return 0;
    int row[length];
    row[0] = 5;
    return row[0] - 5;
}
