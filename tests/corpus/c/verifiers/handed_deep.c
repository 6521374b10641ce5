// note: pointers handed to the entry are followed over three objects, or less far if there are many
// options: --checks default --entry depth
// expect: assertions=false
// decided-by: scout bmc probe kind explicit
#include <assert.h>
struct tree {
    struct tree *left, *right;
};
int depth(const struct tree *tree)
{
    if (!tree)
        return 0;
    assert(!tree->left || !tree->left->left || !tree->left->left->left);
    assert(!tree->left || !tree->left->right);
    return 1;
}
