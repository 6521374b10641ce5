// note: contract forgets
// options: --checks unreach --replace touch
// expect: assertions=false
// decided-by: bmc probe kind
int touched, kept;
void touch(void)
__CPROVER_assigns(touched);
int main(void) {
    touch();
    __CPROVER_assert(kept == 0, "not touched");
    __CPROVER_assert(touched == 0, "anything");
}
