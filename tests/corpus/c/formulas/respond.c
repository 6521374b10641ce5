// args: --ltl [](main::asked->X<>main::asked==0)
// expect: true
_Bool nondet_bool(void);
int main(void) {
    int asked = 0;
    while (1) {
        asked = nondet_bool();
        if (asked)
            asked = 0;
    }
}
