// note: the place for a new node is found step by step: `tree->left` is asked for before it is followed
// options: --ladder absint --checks bounds,null,pointer,lifetime
// expect: true
#include <stdlib.h>
int nondet_int(void);
struct node { int key, visits; struct node *left, *right; };
static struct node *leaf(int key) {
  struct node *node = malloc(sizeof *node);
  if (!node) abort();
  node->key = key;
  node->visits = 0;
  node->left = node->right = NULL;
  return node;
}
int main(void) {
  struct node *root = leaf(0);
  while (nondet_int()) {
    int key = nondet_int();
    struct node *tree = root;
    for (;;) {
      if (key < tree->key) {
        if (!tree->left) { tree->left = leaf(key); break; }
        tree->visits = 1;
        tree = tree->left;
      } else {
        if (!tree->right) { tree->right = leaf(key); break; }
        tree->visits = 2;
        tree = tree->right;
      }
    }
  }
  return 0;
}
