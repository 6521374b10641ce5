// note: a formula of linear temporal logic about a local variable
// options: --ltl [](main::asked->X<>main::asked==0)
// expect: true
// decided-by: absint scout best explicit
_Bool nondet_bool(void);
int main(void) {
    int asked = 0;
    while (1) {
        asked = nondet_bool();
        if (asked)
            asked = 0;
    }
}
