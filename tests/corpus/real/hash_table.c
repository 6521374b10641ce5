// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* A table of chains; the links are in the entries, which belong to the caller. */
#include "input.h"
#include <assert.h>
#include <stddef.h>
#include <stdlib.h>

#define BUCKETS 4
#define ENTRIES 3
struct entry { unsigned key; int value; struct entry *next, **link; };
struct table { struct entry *bucket[BUCKETS]; unsigned count; };

static unsigned hash(unsigned key) {
  unsigned h = 5381;
  for (int i = 0; i < 4; i++, key >>= 8) h = h * 33 ^ (key & 255);
  return h % BUCKETS;
}

static struct entry *find(struct table *t, unsigned key) {
  struct entry *e = t->bucket[hash(key)];
  while (e && e->key != key) e = e->next;
  return e;
}

static void add(struct table *t, struct entry *e) {
  struct entry **head = &t->bucket[hash(e->key)];
  e->next = *head;
  e->link = head;
  if (*head) (*head)->link = &e->next;
  *head = e;
  t->count++;
}

static void take_out(struct table *t, struct entry *e) {
  *e->link = e->next;
#ifndef PLANTED
  if (e->next) e->next->link = e->link;
#endif
  t->count--;
}

int main(void) {
  struct table t = {{NULL}, 0};
  for (int i = 0; i < ENTRIES; i++) {
    unsigned key = nondet_uchar();
    struct entry *e = find(&t, key);
    if (!e) {
      e = malloc(sizeof *e);
      if (!e) abort();
      e->key = key;
      add(&t, e);
    }
    e->value = i;
  }
  struct entry *e = find(&t, nondet_uchar());
  if (e) {
    take_out(&t, e);
    assert(!find(&t, e->key));
    free(e);
  }
  for (unsigned b = 0; b < BUCKETS; b++) {
    while (t.bucket[b]) {
      e = t.bucket[b];
      take_out(&t, e);
      free(e);
    }
  }
  assert(t.count == 0);
  return 0;
}
