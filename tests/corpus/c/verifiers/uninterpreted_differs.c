// note: uninterpreted differs
// options: --checks unreach
// expect: assertions=false
// decided-by: bmc probe kind
int __CPROVER_uninterpreted_f(int);
int main(void) {
    __CPROVER_assert(__CPROVER_uninterpreted_f(1) == __CPROVER_uninterpreted_f(2), "other arguments, any result");
}
