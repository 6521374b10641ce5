// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* Blocks of one size from an array; free ones are linked through themselves. */
#include "input.h"
#include <assert.h>
#include <stddef.h>
#include <string.h>

#define BLOCKS 3
union block { union block *next; unsigned char bytes[8]; };
struct pool { union block block[BLOCKS], *free; unsigned used; };

static void start(struct pool *p) {
  p->free = NULL;
  p->used = 0;
  for (int i = BLOCKS; i-- > 0;) {
    p->block[i].next = p->free;
    p->free = &p->block[i];
  }
}

static void *take(struct pool *p) {
  union block *b = p->free;
  if (!b) return NULL;
  p->free = b->next;
  p->used++;
#ifdef PLANTED
  memset(b, 0, 2 * sizeof *b);
#else
  memset(b, 0, sizeof *b);
#endif
  return b;
}

static void give(struct pool *p, void *bytes) {
  union block *b = bytes;
  if (!b) return;
  b->next = p->free;
  p->free = b;
  p->used--;
}

int main(void) {
  struct pool p;
  unsigned char *held[BLOCKS] = {NULL};
  start(&p);
  for (int i = 0; i < 6; i++) {
    unsigned which = take_below(BLOCKS);
    if (held[which]) {
      assert(held[which][0] == which);
      give(&p, held[which]);
      held[which] = NULL;
    } else {
      held[which] = take(&p);
      assert(held[which]);
      held[which][0] = (unsigned char)which;
    }
  }
  return 0;
}
