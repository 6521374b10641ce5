// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* A log of checked records in blocks of a small flash, with a bitmap of the free ones. */
#include "input.h"
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define BLOCKS 4
#define SIZE 8
struct flash { uint8_t data[BLOCKS][SIZE]; uint8_t used; };
struct log { struct flash *on; unsigned block, at; };

static int allocate(struct flash *f, unsigned from) {
  for (unsigned i = 0; i < BLOCKS; i++) {
#ifdef PLANTED
    unsigned b = from + i;
#else
    unsigned b = (from + i) % BLOCKS;
#endif
    if (!(f->used >> b & 1)) {
      f->used |= (uint8_t)(1u << b);
      memset(f->data[b], 0xff, SIZE);
      return (int)b;
    }
  }
  return -1;
}

static uint8_t check(const uint8_t *data, unsigned len) {
  uint8_t c = 0x5a;
  for (unsigned i = 0; i < len; i++) c = (uint8_t)((c << 1 | c >> 7) ^ data[i]);
  return c;
}

static bool append(struct log *l, const uint8_t *data, uint8_t len) {
  if (len == 0 || len + 2u > SIZE) return false;
  if (l->at + len + 2 > SIZE) {
    int next = allocate(l->on, l->block + 1);
    if (next < 0) return false;
    l->block = (unsigned)next;
    l->at = 0;
  }
  uint8_t *to = &l->on->data[l->block][l->at];
  to[0] = len;
  memcpy(to + 1, data, len);
  to[1 + len] = check(data, len);
  l->at += len + 2u;
  return true;
}

static int records(const uint8_t *block) {
  int count = 0;
  for (unsigned at = 0; at < SIZE && block[at] != 0xff; count++) {
    uint8_t len = block[at];
    if (len == 0 || at + len + 2 > SIZE || check(block + at + 1, len) != block[at + 1 + len]) return -1;
    at += len + 2u;
  }
  return count;
}

int main(void) {
  static struct flash flash;
  struct log log = {&flash, 0, 0};
  uint8_t data[4];
  int first = allocate(&flash, take_below(BLOCKS));
  assert(first >= 0);
  log.block = (unsigned)first;
  take_bytes(data, sizeof data);
  for (int i = 0; i < 4; i++) append(&log, data, (uint8_t)take_below(5));
  for (unsigned b = 0; b < BLOCKS; b++)
    if (flash.used >> b & 1) assert(records(flash.data[b]) >= 0);
  return 0;
}
