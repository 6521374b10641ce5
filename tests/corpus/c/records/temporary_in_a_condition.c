// note: a condition is a whole expression: what it made is gone when the branch is taken
// options: --checks memory
// expect: lifetime=false
// decided-by: scout bmc probe kind explicit
struct name { int length; char text[4]; };
static struct name make(char first) {
    struct name name = { 1, { first, 0 } };
    return name;
}
int main(void) {
    const char *text;
    if ((text = make('a').text) && text[0] == 'a')
        return text[1];
    return 0;
}
