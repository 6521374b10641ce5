// args: --checks all
// expect: false bounds
int main(void) {
    int a[5];
    for (int i = 0; i <= 5; i++)
        a[i] = i;
    return 0;
}
