// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* Records of tagged fields with numbers of variable length. */
#include "input.h"
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct stream { const uint8_t *at; size_t left; };
struct record { uint32_t id; uint8_t name[4]; size_t name_len; };

static bool byte(struct stream *s, uint8_t *to) {
  if (!s->left) return false;
  *to = *s->at++;
  s->left--;
  return true;
}

static bool varint(struct stream *s, uint32_t *to) {
  uint32_t value = 0;
  unsigned shift = 0;
  uint8_t b;
  do {
    if (!byte(s, &b)) return false;
#ifndef PLANTED
    if (shift >= 32) return false;
#endif
    value |= (uint32_t)(b & 127) << shift;
    shift += 7;
  } while (b & 128);
  *to = value;
  return true;
}

static bool skip(struct stream *s, uint32_t wire) {
  uint32_t n;
  if (wire == 0) return varint(s, &n);
  if (wire != 2 || !varint(s, &n) || n > s->left) return false;
  s->at += n;
  s->left -= n;
  return true;
}

static bool decode(struct stream *s, struct record *to) {
  while (s->left) {
    uint32_t tag, len;
    if (!varint(s, &tag)) return false;
    if (tag == (1 << 3 | 0)) {
      if (!varint(s, &to->id)) return false;
    } else if (tag == (2 << 3 | 2)) {
      if (!varint(s, &len) || len > sizeof to->name || len > s->left) return false;
      for (uint32_t i = 0; i < len; i++) to->name[i] = s->at[i];
      to->name_len = len;
      s->at += len;
      s->left -= len;
    } else if (!skip(s, tag & 7)) {
      return false;
    }
  }
  return true;
}

static size_t encode(uint32_t value, uint8_t *to) {
  size_t len = 0;
  for (; value >= 128; value >>= 7) to[len++] = (uint8_t)(value | 128);
  to[len++] = (uint8_t)value;
  return len;
}

int main(void) {
  uint8_t bytes[7];
  struct record r = {0};
  take_bytes(bytes, sizeof bytes);
  struct stream s = {bytes, sizeof bytes};
  if (decode(&s, &r)) assert(s.left == 0 && r.name_len <= 4);
  uint32_t value = nondet_uint(), again;
  uint8_t code[5];
  struct stream t = {code, encode(value, code)};
  bool ok = varint(&t, &again);
  assert(ok && again == value && t.left == 0);
  return 0;
}
