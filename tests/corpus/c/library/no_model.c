// note: a function of the library that has no model
// options: --checks default
// expect: maybe
#include <assert.h>
#include <unistd.h>
int main(void) {
    char name[4] = "abc";
    gethostname(name, 4);
    assert(name[0] == 'a');
    return 0;
}
