// note: until the end of the expression it can be used: in arguments, conditions, initialisers, in loops
// options: --ladder kind --checks memory,unreach
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
struct name { int length; char text[4]; };
static struct name make(char first) {
    struct name name = { 1, { first, 0 } };
    return name;
}
static int first(const char *text) { return text[0]; }
int main(void) {
    for (int i = 0; i < 3; i++)
        assert(first(make('a').text) == 'a');
    if (make('b').text[0] == 'b' && make('c').length == 1)
        assert(make('d').text[1] == 0);
    else
        assert(0);
    struct name one = { 2, { 'x' } }, two;
    assert((two = one).text[0] == 'x');
    one.text[0]++;
    assert(one.text[0] == 'y' && two.text[0] == 'x');
    switch (make('e').text[0]) {
    case 'e':
        return 0;
    }
    assert(0);
}
