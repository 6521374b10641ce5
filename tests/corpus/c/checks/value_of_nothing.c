// args: --checks unreach,return
// expect: false return
// Called before it is declared, the function is taken to return a number.
int main(void) {
    int number = nothing();
    return number;
}
void nothing(void) {}
