/* Extensions of GNU C. */
#define max(a, b) ({ typeof(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
extern int printf(const char *__restrict format, ...) __attribute__((__format__(__printf__, 1, 2)));
static __inline__ __attribute__((always_inline)) int inlined(int x) { return x; }
void stop(void) __attribute__((noreturn, cold, const));
__attribute__((constructor)) static void before(void) { }
static void __attribute__((destructor(101))) after(void) { }
typedef int word __attribute__((mode(DI)));
typedef int aligned_int __attribute__((aligned(16)));
typedef __signed__ char byte;
extern __thread int per_thread;
__extension__ typedef long long big;
__extension__ extern __inline int extended(void);
int values[] = { [0 ... 3] = 1 };
const __typeof__(int *) pointer_like;
__int128 wide; unsigned __int128 wider; __uint128_t widest;
_Float128 quad; __float128 old_quad; _Float32 f32; _Float64 f64; _Float32x f32x; _Float64x f64x;
_Complex double complex_double; double _Complex other; __complex__ float cf = 1.0f + 2.0fi;
int computed(int n)
{
    __label__ here, there;
    static void *targets[] = { &&here, &&there };
    goto *targets[n];
here: n = 1;
there: __attribute__((unused));
    n = max(n, 3) + ({ 1; }) + ({ int y = n; y; });
    __auto_type automatic = n * 2;
    switch (n) { case 1: n++; __attribute__((fallthrough)); case 2: break; }
    asm("nop");
    __asm__ volatile ("mov %1, %0" : "=r"(n) : "r"(automatic), [x] "m"(n) : "memory", "cc");
    asm goto ("" : : : : here);
    asm volatile inline ("");
    n = __builtin_expect(!!(n), 1) + __builtin_types_compatible_p(int, typeof(n)) + __builtin_choose_expr(1, n, "x");
    n = __extension__ (n + 1) + __extension__ ({ 2; });
    n += __real__ complex_double + (int)__imag__ other;
    n = n ?: 4;
    typeof(typeof(int *)) p = &n, *pp = &p;
    typeof(*p) q = **pp;
    printf("%s %s %s", __func__, __FUNCTION__, __PRETTY_FUNCTION__);
    int $dollar$ = q, _$ = 1;
    for (typeof(n) i = 0; i < 2; i++) ;
    int vla[n][n + 1]; vla[0][1] = 2;
    void *v = (void *)p + 1; (void)v;
    ({ goto out; });
out:
    return $dollar$ + _$ + (n > 1 ? : 2) + inlined(n) + 0b1011 + sizeof(void) + '\e';
}
void variadic(int n, ...)
{
    __builtin_va_list list, copy;
    __builtin_va_start(list, n);
    __builtin_va_copy(copy, list);
    n = __builtin_va_arg(list, int) + *__builtin_va_arg(copy, int *) + __builtin_va_arg(list, struct { int a; }).a;
    __builtin_va_end(list);
}
asm(".globl x");
_Pragma("GCC diagnostic push")
#pragma GCC diagnostic ignored "-Wall"
int last _Pragma("once") ;
;
