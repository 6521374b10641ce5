// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* Cursors over bytes that others own: they advance, are split, and numbers are read from them. */
#include "input.h"
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cursor { size_t len; const uint8_t *ptr; };

static struct cursor advance(struct cursor *c, size_t len) {
  struct cursor taken = {0, NULL};
#ifdef PLANTED
  if (len <= c->len + 1) {
#else
  if (len <= c->len) {
#endif
    taken.ptr = c->ptr;
    taken.len = len;
    c->ptr += len;
    c->len -= len;
  }
  return taken;
}

static bool read_be16(struct cursor *c, uint16_t *to) {
  struct cursor two = advance(c, 2);
  if (!two.ptr) return false;
  *to = (uint16_t)(two.ptr[0] << 8 | two.ptr[1]);
  return true;
}

static bool next_split(const struct cursor *in, uint8_t on, struct cursor *part) {
  const uint8_t *end = in->ptr + in->len;
  if (!part->ptr) {
    *part = *in;
  } else {
    const uint8_t *at = part->ptr + part->len;
    if (at == end) return false;
    part->ptr = at + 1;
    part->len = (size_t)(end - part->ptr);
  }
  for (size_t i = 0; i < part->len; i++) {
    if (part->ptr[i] == on) {
      part->len = i;
      break;
    }
  }
  return true;
}

static bool is_equal_ignoring_case(struct cursor a, struct cursor b) {
  if (a.len != b.len) return false;
  uint8_t differs = 0;
  for (size_t i = 0; i < a.len; i++) {
    uint8_t x = a.ptr[i], y = b.ptr[i];
    if ('A' <= x && x <= 'Z') x += 32;
    if ('A' <= y && y <= 'Z') y += 32;
    differs |= x ^ y;
  }
  return !differs;
}

int main(void) {
  uint8_t bytes[6];
  take_bytes(bytes, sizeof bytes);
  struct cursor all = {sizeof bytes, bytes}, part = {0, NULL};
  size_t covered = 0, parts = 0;
  while (next_split(&all, ',', &part)) {
    covered += part.len;
    parts++;
    assert(is_equal_ignoring_case(part, part));
  }
  assert(covered + parts == sizeof bytes + 1);
  uint16_t number;
  advance(&all, bytes[0] & 7);
  if (read_be16(&all, &number)) assert(number >> 8 == all.ptr[-2]);
  return 0;
}
