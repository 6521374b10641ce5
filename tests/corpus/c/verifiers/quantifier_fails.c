// note: quantifier fails
// options: --checks unreach
// expect: assertions=false
// decided-by: bmc probe kind
int main(void) {
    int a[3] = {1, 2, 3};
    __CPROVER_assert(__CPROVER_forall { int i; (0 <= i && i < 3) ==> a[i] != 2 }, "the second one is 2");
}
