// note: started thread
// options: --checks unreach
// expect: maybe
int x;
int main(void) {
__CPROVER_ASYNC_1:
    x = 1;
    __CPROVER_assert(x == 1, "a thread may not have come so far");
}
