// note: what a call yields lives until the end of the expression
// options: --checks memory
// expect: lifetime=false
// decided-by: scout bmc probe kind explicit
struct name { int length; char text[4]; };
static struct name make(char first) {
    struct name name = { 1, { first, 0 } };
    return name;
}
int main(void) {
    const char *text = make('a').text;
    return text[0];
}
