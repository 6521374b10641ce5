// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* Bytes as letters and back. */
#include "input.h"
#include <assert.h>
#include <stddef.h>
#include <string.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static signed char values[256];

static void prepare(void) {
  memset(values, -1, sizeof values);
  for (int i = 0; i < 64; i++) values[(unsigned char)letters[i]] = (signed char)i;
}

static size_t encode(const unsigned char *from, size_t len, char *to) {
  size_t n = 0;
  for (size_t i = 0; i < len; i += 3) {
    unsigned v = (unsigned)from[i] << 16;
    if (i + 1 < len) v |= (unsigned)from[i + 1] << 8;
    if (i + 2 < len) v |= from[i + 2];
    to[n++] = letters[v >> 18];
    to[n++] = letters[v >> 12 & 63];
    to[n++] = i + 1 < len ? letters[v >> 6 & 63] : '=';
    to[n++] = i + 2 < len ? letters[v & 63] : '=';
  }
  return n;
}

static int decode(const char *from, size_t len, unsigned char *to) {
  unsigned v = 0, bits = 0;
  int n = 0;
  for (size_t i = 0; i < len && from[i] != '='; i++) {
#ifdef PLANTED
    int d = values[(int)from[i]];
#else
    int d = values[(unsigned char)from[i]];
#endif
    if (d < 0) return -1;
    v = v << 6 | (unsigned)d;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      to[n++] = (unsigned char)(v >> bits);
    }
  }
  return n;
}

int main(void) {
  unsigned char data[3], back[4];
  char text[4];
  prepare();
  take_bytes(data, sizeof data);
  size_t len = 1 + take_below(3), n = encode(data, len, text);
  assert(n == 4);
  assert(decode(text, n, back) == (int)len && memcmp(data, back, len) == 0);
  take_bytes(text, sizeof text);
  assert(decode(text, sizeof text, back) <= 3);
  return 0;
}
