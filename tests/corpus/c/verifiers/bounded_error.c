// note: bounded error
// options: --checks unreach --unwind 3
// expect: assertions=false
// decided-by: scout bmc probe kind explicit
int main(void) {
    for (int i = 0; i < 100; i++)
        __CPROVER_assert(i != 2, "the third turn is within the bound");
}
