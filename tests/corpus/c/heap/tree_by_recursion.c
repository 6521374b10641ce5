// note: a search tree of any size, built and measured by functions that call themselves
// options: --ladder absint --checks bounds,null,pointer,lifetime
// expect: true
// decided-by: absint octagons polyhedra powersets best
#include <stdlib.h>
int nondet_int(void);
struct node { int key; struct node *left, *right; };
static struct node *insert(struct node *tree, int key) {
  if (!tree) {
    tree = malloc(sizeof *tree);
    if (!tree) abort();
    tree->key = key;
    tree->left = tree->right = NULL;
  } else if (key < tree->key) {
    tree->left = insert(tree->left, key);
  } else {
    tree->right = insert(tree->right, key);
  }
  return tree;
}
static int depth(const struct node *tree) {
  if (!tree) return 0;
  int left = depth(tree->left), right = depth(tree->right);
  return left < right ? right : left;
}
int main(void) {
  struct node *root = NULL;
  while (nondet_int()) root = insert(root, nondet_int());
  return depth(root);
}
