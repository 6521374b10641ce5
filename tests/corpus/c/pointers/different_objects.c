// args: --checks all
// expect: false comparison
int main(void) {
    int a, b;
    return &a < &b;
}
