// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* A small cipher of substitutions, rows and mixed columns: what is encrypted can be decrypted. */
#include "input.h"
#include <assert.h>
#include <stdint.h>
#include <string.h>

#define ROUNDS 2
static const uint8_t box[16] = {6, 11, 5, 4, 2, 14, 7, 10, 9, 13, 15, 12, 3, 1, 0, 8};
static uint8_t inverse[16];

static uint8_t twice(uint8_t x) { return (uint8_t)((x << 1) ^ ((x >> 7) * 0x1b)); }

static void substitute(uint8_t *s, const uint8_t *by) {
  for (int i = 0; i < 4; i++) s[i] = (uint8_t)(by[s[i] >> 4] << 4 | by[s[i] & 15]);
}

static void rotate(uint8_t *s) {
  uint8_t first = s[0];
  s[0] = s[1];
  s[1] = s[2];
  s[2] = s[3];
  s[3] = first;
}

static void mix(uint8_t *s) {
  for (int i = 0; i < 3; i++) s[i + 1] ^= twice(s[i]);
}

static void unmix(uint8_t *s) {
  for (int i = 2; i >= 0; i--) s[i + 1] ^= twice(s[i]);
}

static void add(uint8_t *s, const uint8_t *key, int round) {
  for (int i = 0; i < 4; i++) s[i] ^= (uint8_t)(key[(i + round) % 4] + round);
}

static void encrypt(uint8_t *s, const uint8_t *key) {
  for (int round = 0; round < ROUNDS; round++) {
    add(s, key, round);
    substitute(s, box);
    rotate(s);
    mix(s);
  }
}

static void decrypt(uint8_t *s, const uint8_t *key) {
  for (int round = ROUNDS - 1; round >= 0; round--) {
    unmix(s);
#ifdef PLANTED
    rotate(s);
#else
    rotate(s);
    rotate(s);
    rotate(s);
#endif
    substitute(s, inverse);
    add(s, key, round);
  }
}

int main(void) {
  uint8_t text[4], before[4], key[4];
  for (int i = 0; i < 16; i++) inverse[box[i]] = (uint8_t)i;
  take_bytes(text, 4);
  take_bytes(key, 4);
  memcpy(before, text, 4);
  encrypt(text, key);
  decrypt(text, key);
  assert(memcmp(text, before, 4) == 0);
  return 0;
}
