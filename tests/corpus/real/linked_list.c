// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* A ring of nodes with a head that is none, filtered while it is walked. */
#include "input.h"
#include <assert.h>
#include <stdlib.h>

struct link { struct link *next, *prev; };
struct item { unsigned char value; struct link link; };
#define ITEM(it) ((struct item *)(void *)((char *)(it) - offsetof(struct item, link)))
#include <stddef.h>

static void insert(struct link *before, struct link *it) {
  it->next = before;
  it->prev = before->prev;
  before->prev->next = it;
  before->prev = it;
}

static void take_out(struct link *it) {
  it->prev->next = it->next;
  it->next->prev = it->prev;
}

static unsigned count(const struct link *head) {
  unsigned n = 0;
  for (const struct link *it = head->next; it != head; it = it->next) {
    assert(it->next->prev == it);
    n++;
  }
  return n;
}

static unsigned drop_below(struct link *head, unsigned char limit) {
  unsigned dropped = 0;
  struct link *next;
  for (struct link *it = head->next; it != head; it = next) {
    next = it->next;
    if (ITEM(it)->value < limit) {
      take_out(it);
      free(ITEM(it));
      dropped++;
#ifdef PLANTED
      next = it->next;
#endif
    }
  }
  return dropped;
}

int main(void) {
  struct link head = {&head, &head};
  for (int i = 0; i < 3; i++) {
    struct item *it = malloc(sizeof *it);
    if (!it) abort();
    it->value = nondet_uchar();
    insert(&head, &it->link);
  }
  unsigned dropped = drop_below(&head, nondet_uchar());
  assert(dropped + count(&head) == 3);
  while (head.next != &head) {
    struct item *it = ITEM(head.next);
    take_out(head.next);
    free(it);
  }
  return 0;
}
