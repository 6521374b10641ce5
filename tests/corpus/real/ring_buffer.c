// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* A queue in an array: one place stays free so that full and empty differ. */
#include "input.h"
#include <assert.h>
#include <stdbool.h>

#define PLACES 4
struct ring { int item[PLACES]; unsigned head, tail; };

static unsigned length(const struct ring *r) { return (r->tail + PLACES - r->head) % PLACES; }

static bool push(struct ring *r, int it) {
#ifdef PLANTED
  if (length(r) == PLACES) return false;
#else
  if (length(r) == PLACES - 1) return false;
#endif
  r->item[r->tail] = it;
  r->tail = (r->tail + 1) % PLACES;
  return true;
}

static bool pop(struct ring *r, int *to) {
  if (r->head == r->tail) return false;
  *to = r->item[r->head];
  r->head = (r->head + 1) % PLACES;
  return true;
}

int main(void) {
  struct ring r = {{0}, 0, 0};
  unsigned in = 0, out = 0;
  for (int i = 0; i < 8; i++) {
    if (nondet_uchar() & 1) {
      if (push(&r, (int)in)) in++;
    } else {
      int it;
      if (pop(&r, &it)) assert(it == (int)out++);
    }
    assert(in - out == length(&r));
  }
  return 0;
}
