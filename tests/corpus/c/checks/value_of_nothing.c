// note: called before it is declared, the function is taken to return a number
// options: --checks unreach,return
// expect: return=false
// decided-by: scout bmc probe kind explicit
int main(void) {
    int number = nothing();
    return number;
}
void nothing(void) {}
