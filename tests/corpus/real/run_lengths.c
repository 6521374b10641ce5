// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* Runs of equal bytes as pairs, and back. */
#include "input.h"
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define LEN 5

static size_t pack(const unsigned char *from, size_t len, unsigned char *to) {
  size_t n = 0;
  for (size_t i = 0; i < len;) {
    size_t run = 1;
    while (i + run < len && run < 255 && from[i + run] == from[i]) run++;
    to[n++] = (unsigned char)run;
    to[n++] = from[i];
    i += run;
  }
  return n;
}

static size_t unpack(const unsigned char *from, size_t len, unsigned char *to, size_t most) {
  size_t n = 0;
  for (size_t i = 0; i + 1 < len; i += 2) {
    for (unsigned k = 0; k < from[i] && n < most; k++) to[n++] = from[i + 1];
  }
  return n;
}

int main(void) {
  unsigned char data[LEN], back[LEN];
  take_bytes(data, LEN);
#ifdef PLANTED
  unsigned char *packed = malloc(2 * LEN - 2);
#else
  unsigned char *packed = malloc(2 * LEN);
#endif
  if (!packed) return 0;
  size_t n = pack(data, LEN, packed);
  assert(unpack(packed, n, back, LEN) == LEN && memcmp(data, back, LEN) == 0);
  free(packed);
  return 0;
}
