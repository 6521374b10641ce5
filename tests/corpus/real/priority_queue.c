// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* A binary heap of numbers. */
#include "input.h"
#include <assert.h>

#define MOST 5
struct queue { unsigned char item[MOST]; unsigned count; };

static void swap(struct queue *q, unsigned a, unsigned b) {
  unsigned char it = q->item[a];
  q->item[a] = q->item[b];
  q->item[b] = it;
}

static int push(struct queue *q, unsigned char it) {
  if (q->count == MOST) return 0;
  unsigned at = q->count++;
  q->item[at] = it;
  while (at) {
    unsigned parent = (at - 1) / 2;
    if (q->item[parent] <= q->item[at]) break;
    swap(q, at, parent);
    at = parent;
  }
  return 1;
}

static unsigned char pop(struct queue *q) {
  unsigned char least = q->item[0];
  q->item[0] = q->item[--q->count];
  for (unsigned at = 0;;) {
    unsigned child = 2 * at + 1;
    if (child >= q->count) break;
#ifdef PLANTED
    if (child + 1 < q->count && q->item[child + 1] > q->item[child]) child++;
#else
    if (child + 1 < q->count && q->item[child + 1] < q->item[child]) child++;
#endif
    if (q->item[at] <= q->item[child]) break;
    swap(q, at, child);
    at = child;
  }
  return least;
}

int main(void) {
  struct queue q = {{0}, 0};
  for (int i = 0; i < MOST; i++) push(&q, nondet_uchar());
  assert(!push(&q, 0));
  unsigned char last = 0;
  while (q.count) {
    unsigned char it = pop(&q);
    assert(last <= it);
    last = it;
  }
  return 0;
}
