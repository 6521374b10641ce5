// note: formats are printed to strings
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    char text[32];
    assert(sprintf(text, "%d|%5s|%-3u|%04x|%c%%", -42, "ab", 7u, 0xbeu, 'z') == 21);
    assert(strcmp(text, "-42|   ab|7  |00be|z%") == 0);
    assert(snprintf(text, 4, "%ld", 123456L) == 6 && strcmp(text, "123") == 0);
    int numbers[3] = {3, 1, 2}, key = 2;
    qsort(numbers, 3, sizeof(int), compare);
    assert(numbers[0] == 1 && numbers[2] == 3);
    assert(bsearch(&key, numbers, 3, sizeof(int), compare) == &numbers[1]);
    assert(strtoul("0x1F", 0, 0) == 31);
}
