// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* A cyclic redundancy check by table and bit by bit, and the checksum of Adler with few divisions. */
#include "input.h"
#include <assert.h>
#include <stddef.h>
#include <stdint.h>

#define POLYNOMIAL 0xedb88320u
#define BASE 65521u
static uint32_t table[256];

static void prepare(void) {
#ifdef PLANTED
  for (unsigned i = 0; i <= 256; i++) {
#else
  for (unsigned i = 0; i < 256; i++) {
#endif
    uint32_t c = i;
    for (int k = 0; k < 8; k++) c = c & 1 ? POLYNOMIAL ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
}

static uint32_t by_table(const uint8_t *data, size_t len) {
  uint32_t c = 0xffffffffu;
  for (size_t i = 0; i < len; i++) c = table[(c ^ data[i]) & 255] ^ (c >> 8);
  return ~c;
}

static uint32_t by_bits(const uint8_t *data, size_t len) {
  uint32_t c = 0xffffffffu;
  for (size_t i = 0; i < len; i++) {
    c ^= data[i];
    for (int k = 0; k < 8; k++) c = (c >> 1) ^ (POLYNOMIAL & (0u - (c & 1)));
  }
  return ~c;
}

static uint32_t adler(const uint8_t *data, size_t len) {
  uint32_t a = 1, b = 0;
  for (size_t i = 0; i < len; i++) {
    a += data[i];
    if (a >= BASE) a -= BASE;
    b += a;
    if (b >= BASE) b -= BASE;
  }
  return b << 16 | a;
}

int main(void) {
  uint8_t data[3];
  take_bytes(data, sizeof data);
  prepare();
  assert(by_table(data, 2) == by_bits(data, 2));
  assert((adler(data, sizeof data) & 0xffff) < BASE);
  return 0;
}
