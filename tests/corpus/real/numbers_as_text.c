// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* Numbers to text in any base, and back with a check for overflow. */
#include "input.h"
#include <assert.h>
#include <limits.h>
#include <stdbool.h>

static int to_text(int value, int base, char *to) {
  char digits[33];
  int len = 0, n = 0;
#ifdef PLANTED
  unsigned rest = (unsigned)(value < 0 ? -value : value);
#else
  unsigned rest = value < 0 ? 0u - (unsigned)value : (unsigned)value;
#endif
  do {
    digits[len++] = "0123456789abcdef"[rest % (unsigned)base];
    rest /= (unsigned)base;
  } while (rest);
  if (value < 0) to[n++] = '-';
  while (len) to[n++] = digits[--len];
  to[n] = 0;
  return n;
}

static bool to_number(const char *s, int *to) {
  bool negative = *s == '-';
  int value = 0;
  if (negative) s++;
  if (!*s) return false;
  for (; *s; s++) {
    if (*s < '0' || '9' < *s) return false;
    int digit = *s - '0';
    if (value < (INT_MIN + digit) / 10) return false;
    if (value * 10 < INT_MIN + digit) return false;
    value = value * 10 - digit;
  }
  if (!negative && value == INT_MIN) return false;
  *to = negative ? value : -value;
  return true;
}

int main(void) {
  char text[40], input[5];
  int value = (int)nondet_uint(), again = 0;
  int n = to_text(value, 16, text);
  assert(1 <= n && n <= 9);
  value = (int)nondet_uint();
  if (-1000 < value && value < 1000) {
    to_text(value, 10, text);
    assert(to_number(text, &again) && again == value);
  }
  take_bytes(input, 4);
  input[4] = 0;
  if (to_number(input, &again)) assert(-1000 < again && again < 10000);
  return 0;
}
