// note: a pointer to characters that is handed to the entry points to a string
// options: --checks default --entry starts
// expect: assertions=false
// decided-by: bmc kind
#include <assert.h>
int starts(const char *text)
{
    if (!text)
        return 0;
    if (text[0] == 'a' && text[1] == 'b' && text[2] != 0)
        assert(text[3] != 'd');
    return text[0];
}
