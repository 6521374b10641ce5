// note: the body of `next` is not there; its contract says enough
// options: --checks default --replace next
// expect: true
// decided-by: bmc kind
int state = 1;
int next(int limit)
__CPROVER_requires(limit > 0)
__CPROVER_assigns(state)
__CPROVER_ensures(0 <= __CPROVER_return_value && __CPROVER_return_value < limit && state == __CPROVER_old(state));
int main(void) {
    int table[10] = {0};
    table[next(10)] = 1;
    __CPROVER_assert(state == 1, "the contract says so");
}
