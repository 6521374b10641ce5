// note: dates by local time, which is taken to be universal time
// options: --checks all
// expect: true
// decided-by: scout bmc kind explicit
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
    struct tm date = {.tm_year = 100, .tm_mon = 0, .tm_mday = 32};
    time_t time = mktime(&date);
    assert(date.tm_mon == 1 && date.tm_mday == 1 && date.tm_wday == 2);
    assert(localtime(&time)->tm_yday == 31);
    assert(strcmp(ctime(&time), "Tue Feb  1 00:00:00 2000\n") == 0);
    return 0;
}
