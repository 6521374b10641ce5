// note: the condition itself reads behind the array
// options: --checks bounds
// expect: bounds=false
// decided-by: bmc probe kind
int main(void) {
    int a[3] = {1, 2, 3};
    __CPROVER_assume(__CPROVER_exists { int i; 0 <= i && i <= 3 && a[i] == 7 });
}
