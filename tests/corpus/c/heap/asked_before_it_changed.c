// note: the link was there when it was asked for; another name of the node takes it away
// options: --checks null
// expect: null=false
// decided-by: bmc kind
#include <stdlib.h>
int nondet_int(void);
struct node { int key; struct node *next; };
int main(void) {
  struct node *list = NULL;
  while (nondet_int()) {
    struct node *node = malloc(sizeof *node);
    if (!node) abort();
    node->key = 1;
    node->next = list;
    list = node;
  }
  if (list && list->next) {
    struct node *same = list;
    same->next = NULL;
    return list->next->key;
  }
  return 0;
}
