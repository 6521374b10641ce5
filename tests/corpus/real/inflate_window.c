// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* Literals and copies from a window: bits are read from the least significant on. */
#include "input.h"
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#define OUT 12
struct bits { const uint8_t *next, *end; uint32_t hold; unsigned count; int is_over; };

static unsigned take(struct bits *b, unsigned n) {
  while (b->count < n) {
    if (b->next == b->end) {
      b->is_over = 1;
      return 0;
    }
    b->hold |= (uint32_t)*b->next++ << b->count;
    b->count += 8;
  }
  unsigned value = b->hold & ((1u << n) - 1);
  b->hold >>= n;
  b->count -= n;
  return value;
}

/* The lengths of codes, by symbol; the codes are canonical. */
static const uint8_t lengths[4] = {1, 2, 3, 3};

static int symbol(struct bits *b) {
  int code = 0, first = 0, index = 0;
  static const uint8_t count[4] = {0, 1, 1, 2};
  for (int len = 1; len <= 3; len++) {
    code |= (int)take(b, 1);
    if (b->is_over) return -1;
    if (code - count[len] < first) {
      assert(lengths[index + (code - first)] == len);
      return index + (code - first);
    }
    index += count[len];
    first = (first + count[len]) << 1;
    code <<= 1;
  }
  return -1;
}

static int inflate(struct bits *b, uint8_t *out, size_t *made) {
  size_t at = 0;
  for (;;) {
    int s = symbol(b);
    if (s < 0) return -1;
    if (s == 3) break;
    if (s < 2) {
      if (at == OUT) return -2;
      out[at++] = (uint8_t)('a' + s);
      continue;
    }
    size_t len = 2 + take(b, 2), distance = 1 + take(b, 3);
    if (b->is_over) return -1;
#ifndef PLANTED
    if (distance > at) return -3;
#endif
    if (len > OUT - at) return -2;
    for (; len; len--, at++) out[at] = out[at - distance];
  }
  *made = at;
  return 0;
}

int main(void) {
  uint8_t in[3], out[OUT];
  size_t made = 0;
  take_bytes(in, sizeof in);
  struct bits b = {in, in + sizeof in, 0, 0, 0};
  if (inflate(&b, out, &made) == 0) {
    assert(made <= OUT);
    for (size_t i = 0; i < made; i++) assert(out[i] == 'a' || out[i] == 'b');
  }
  return 0;
}
