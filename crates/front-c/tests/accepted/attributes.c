/* Attributes wherever they may stand. */
__attribute__(()) int a;
__attribute__((,,unused,)) int b;
int c __attribute__((section("x"), aligned));
__attribute__((unused)) static int d(void) __attribute__((used));
static int d(void) { return 0; }
int __attribute__((noinline)) e(int x __attribute__((unused)), __attribute__((unused)) int y) { return 0; }
void *f(unsigned long) __attribute__((malloc, alloc_size(1), warn_unused_result, nonnull));
typedef void (*handler)(int) __attribute__((unused));
void (__attribute__((noinline)) g)(void);
struct __attribute__((aligned(sizeof(long)))) h { int x; } __attribute__((may_alias));
int (*i)(void) __attribute__((unused)), j __attribute__((unused)) = 3, *k __attribute__((unused));
int l[3] __attribute__((aligned(16))) = { 1 };
const __attribute__((unused)) int m = 1;
typedef float vector __attribute__((vector_size(16)));
static void clean(int *x) { (void)x; }
void n(void) { __attribute__((unused)) int x; int y __attribute__((cleanup(clean))) = 1; (void)y; }
