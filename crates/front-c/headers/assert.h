/* C11 7.2. No guard: each inclusion looks at NDEBUG anew. */
#undef assert
extern void __assert_fail(const char *expression, const char *file, unsigned int line, const char *function)
    __attribute__((__noreturn__));
#ifdef NDEBUG
#define assert(expression) ((void)0)
#else
#define assert(expression) \
    ((expression) ? (void)0 : __assert_fail(#expression, __FILE__, __LINE__, __func__))
#endif
#undef static_assert
#define static_assert _Static_assert
