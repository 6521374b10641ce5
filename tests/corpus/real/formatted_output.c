// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* Formatted output to a buffer: %d %u %x %c %s, a width, zeros. */
#include "input.h"
#include <assert.h>
#include <stdarg.h>
#include <stddef.h>

#define DIGITS 16
struct sink { char *to; size_t size, at; };

static void put(struct sink *out, char c) {
  if (out->at < out->size) out->to[out->at] = c;
  out->at++;
}

static void number(struct sink *out, unsigned value, unsigned base, int negative, unsigned width, char pad) {
  char digits[DIGITS];
  unsigned len = 0;
  do {
    unsigned digit = value % base;
    digits[len++] = (char)(digit < 10 ? '0' + digit : 'a' + digit - 10);
    value /= base;
  } while (value && len < DIGITS);
#ifdef PLANTED
  while (pad == '0' && len < width) digits[len++] = '0';
#else
  while (pad == '0' && len < width && len < DIGITS) digits[len++] = '0';
#endif
  if (negative && len < DIGITS) digits[len++] = '-';
  for (unsigned i = len; i < width; i++) put(out, ' ');
  while (len) put(out, digits[--len]);
}

static int format(char *to, size_t size, const char *how, ...) {
  struct sink out = {to, size, 0};
  va_list all;
  va_start(all, how);
  while (*how) {
    if (*how != '%') {
      put(&out, *how++);
      continue;
    }
    char pad = ' ';
    unsigned width = 0;
    if (*++how == '0') {
      pad = '0';
      how++;
    }
    while ('0' <= *how && *how <= '9') width = 10 * width + (unsigned)(*how++ - '0');
    switch (*how) {
    case 'd': {
      int v = va_arg(all, int);
      number(&out, v < 0 ? 0u - (unsigned)v : (unsigned)v, 10, v < 0, width, pad);
      break;
    }
    case 'x': number(&out, va_arg(all, unsigned), 16, 0, width, pad); break;
    case 'c': put(&out, (char)va_arg(all, int)); break;
    case 's':
      for (const char *s = va_arg(all, const char *); *s; s++) put(&out, *s);
      break;
    case 0: goto end;
    default: put(&out, *how);
    }
    how++;
  }
end:
  va_end(all);
  if (size) to[out.at < size ? out.at : size - 1] = 0;
  return (int)out.at;
}

int main(void) {
  char to[8] = "", how[] = "%0__x|%c";
  int v = (int)nondet_uint();
  how[2] = (char)('0' + take_below(3));
  how[3] = (char)('0' + take_below(10));
  int len = format(to, sizeof to, how, (unsigned)v & 255u, 'z');
  assert(3 <= len && to[sizeof to - 1] == 0);
  len = format(to, sizeof to, "%d", v);
  assert(1 <= len && len <= 11);
  return 0;
}
