// note: what errors are called, characters in other forms, and sorting with an argument
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

static int order(const void *a, const void *b, void *sign) { return *(int *)sign * (*(const int *)a - *(const int *)b); }

int main(void) {
    assert(strcmp(strerror(ENOENT), "No such file or directory") == 0);
    assert(strcmp(strerror(-5), "Unknown error -5") == 0);
    wchar_t wide[4];
    assert(mbstowcs(wide, "abc", 4) == 3 && wide[1] == L'b');
    assert(iswalpha(L'x') && towupper(L'x') == L'X');
    int list[3] = {1, 3, 2}, sign = -1;
    qsort_r(list, 3, sizeof list[0], order, &sign);
    assert(list[0] == 3 && list[2] == 1);
    assert(localeconv()->decimal_point[0] == '.');
    return 0;
}
