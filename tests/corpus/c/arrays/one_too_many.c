// note: a loop that goes one element too far
// options: --checks all
// expect: bounds=false
// decided-by: scout bmc probe kind explicit
int main(void) {
    int a[5];
    for (int i = 0; i <= 5; i++)
        a[i] = i;
    return 0;
}
