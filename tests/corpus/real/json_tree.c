// args: --checks unreach,overflow,division,shift,bounds,null,pointer,lifetime,free,leak
// expect: true
/* Lists of numbers and lists, as a tree on the heap. */
#include "input.h"
#include <assert.h>
#include <stdlib.h>

struct node { struct node *next, *child; int number; };

static void drop(struct node *n) {
  while (n) {
    struct node *next = n->next;
    drop(n->child);
    free(n);
    n = next;
  }
}

static const char *item(struct node *to, const char *s);

static const char *list(struct node *to, const char *s) {
  struct node *last = NULL;
  s++;
  if (*s == ']') return s + 1;
  for (;;) {
    struct node *n = calloc(1, sizeof *n);
    if (!n) return NULL;
    const char *rest = item(n, s);
    if (!rest) {
#ifndef PLANTED
      drop(n);
#endif
      return NULL;
    }
    if (last) last->next = n; else to->child = n;
    last = n;
    s = rest;
    if (*s == ']') return s + 1;
    if (*s != ',') return NULL;
    s++;
  }
}

static const char *item(struct node *to, const char *s) {
  if (*s == '[') return list(to, s);
  if (*s < '0' || '9' < *s) return NULL;
  while ('0' <= *s && *s <= '9') to->number = 10 * to->number + (*s++ - '0');
  return s;
}

static int sum(const struct node *n) {
  int all = 0;
  for (; n; n = n->next) all += n->number + sum(n->child);
  return all;
}

int main(void) {
  char text[6];
  take_bytes(text, 5);
  text[5] = 0;
  struct node *root = calloc(1, sizeof *root);
  if (!root) return 0;
  if (item(root, text)) assert(0 <= sum(root));
  drop(root);
  return 0;
}
