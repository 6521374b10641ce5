// args: --ctl AG!(half::n%2)
// expect: false AG!(half::n%2)
int result;
int half(int n) { return n / 2; }
int main(void) {
    for (int i = 8; i; i = half(i))
        result = i;
    return 0;
}
