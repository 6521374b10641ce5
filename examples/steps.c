#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int fast = __VERIFIER_nondet_int();
  int i = 0;
  while (i < 100) {
    if (fast > 5)
      i = i + 2;
    else
      i = i + 1;
  }
  assert(i <= 101);
  return 0;
}
