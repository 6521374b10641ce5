// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* A buffer of bytes that grows, with a length that never passes its capacity. */
#include "input.h"
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct buffer { uint8_t *bytes; size_t len, capacity; };

static bool reserve(struct buffer *b, size_t more) {
  if (more > SIZE_MAX - b->len) return false;
  size_t need = b->len + more;
  if (need <= b->capacity) return true;
  size_t capacity = b->capacity > SIZE_MAX / 2 ? need : 2 * b->capacity;
#ifndef PLANTED
  if (capacity < need) capacity = need;
#endif
  uint8_t *bytes = realloc(b->bytes, capacity);
  if (!bytes) return false;
  b->bytes = bytes;
  b->capacity = capacity;
  return true;
}

static bool append(struct buffer *b, const uint8_t *from, size_t len) {
  if (!reserve(b, len)) return false;
  memcpy(b->bytes + b->len, from, len);
  b->len += len;
  return true;
}

static void remove_range(struct buffer *b, size_t from, size_t len) {
  if (from > b->len) return;
  if (len > b->len - from) len = b->len - from;
  memmove(b->bytes + from, b->bytes + from + len, b->len - from - len);
  b->len -= len;
}

int main(void) {
  struct buffer b = {malloc(2), 0, 2};
  uint8_t data[5];
  if (!b.bytes) return 0;
  take_bytes(data, sizeof data);
  append(&b, data, take_below(3));
  append(&b, data, take_below(6));
  size_t before = b.len;
  remove_range(&b, take_below(4), take_below(4));
  assert(b.len <= before && b.len <= b.capacity);
  free(b.bytes);
  return 0;
}
