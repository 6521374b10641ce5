// note: a local variable of a function that is called many times
// options: --ctl AG!(half::n%2)
// expect: AG!(half::n%2)=false
// decided-by: absint scout best kind explicit
int result;
int half(int n) { return n / 2; }
int main(void) {
    for (int i = 8; i; i = half(i))
        result = i;
    return 0;
}
