// note: what is defined elsewhere may hold anything
// options: --checks unreach
// expect: assertions=false
// decided-by: bmc kind
#include <assert.h>
extern int limit;
extern struct setting { short level; double factor[2]; } setting;
int main(void) {
    assert(limit == limit && setting.level == setting.level);
    if (limit == 7 && setting.level == 3)
        assert(setting.factor[1] < 1);
    return 0;
}
