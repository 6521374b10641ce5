// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* Characters of one to four bytes, strictly. */
#include "input.h"
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

static int decode(const unsigned char *s, size_t len, uint32_t *to) {
  if (!len) return 0;
  unsigned char c = s[0];
  int more = c < 0x80 ? 0 : c < 0xc2 ? -1 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : c < 0xf5 ? 3 : -1;
  if (more < 0) return -1;
#ifdef PLANTED
  if ((size_t)more > len) return -1;
#else
  if ((size_t)more >= len) return -1;
#endif
  uint32_t v = more == 0 ? c : c & (0x3fu >> more);
  for (int i = 1; i <= more; i++) {
    if ((s[i] & 0xc0) != 0x80) return -1;
    v = v << 6 | (s[i] & 0x3f);
  }
  static const uint32_t least[4] = {0, 0x80, 0x800, 0x10000};
  if (v < least[more] || v > 0x10ffff || (v >= 0xd800 && v < 0xe000)) return -1;
  *to = v;
  return more + 1;
}

static int encode(uint32_t v, unsigned char *to) {
  if (v < 0x80) {
    to[0] = (unsigned char)v;
    return 1;
  }
  int more = v < 0x800 ? 1 : v < 0x10000 ? 2 : 3;
  for (int i = more; i > 0; i--, v >>= 6) to[i] = (unsigned char)(0x80 | (v & 0x3f));
  static const unsigned char mark[4] = {0, 0xc0, 0xe0, 0xf0};
  to[0] = (unsigned char)(mark[more] | v);
  return more + 1;
}

int main(void) {
  unsigned char text[5], again[4];
  take_bytes(text, sizeof text);
  size_t at = 0;
  while (at < sizeof text) {
    uint32_t v;
    int n = decode(text + at, sizeof text - at, &v);
    if (n <= 0) break;
    assert(encode(v, again) == n);
    for (int i = 0; i < n; i++) assert(again[i] == text[at + (size_t)i]);
    at += (size_t)n;
  }
  assert(at <= sizeof text);
  return 0;
}
