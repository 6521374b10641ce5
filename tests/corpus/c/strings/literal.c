// note: a literal is written
// options: --checks all
// expect: pointer=false
// decided-by: scout bmc probe kind explicit
int main(void) {
    char *s = "constant";
    s[0] = 'C';
    return 0;
}
