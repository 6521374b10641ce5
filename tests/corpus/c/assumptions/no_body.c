// args: --checks all
// expect: true
int helper(int);
int main(void) { return helper(1) != 0; }
